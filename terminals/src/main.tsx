// The entry point of the pages.

import { render } from "preact";
import { App } from "./App";
import { reportActivity } from "./activity";
import { markDocument } from "./languages/current";
import { prefetch } from "./prefetch";
import { followLinks } from "./router";
import "./styles/index.css";

prefetch();
markDocument();
followLinks();
reportActivity();
const root = document.getElementById("app");
if (root) render(<App />, root);
