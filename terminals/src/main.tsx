// Where the pages begin.

import { render } from "preact";
import { App } from "./App";
import { markDocument } from "./language";
import { followLinks } from "./router";
import "./styles/index.css";

markDocument();
followLinks();
const place = document.getElementById("app");
if (place) render(<App />, place);
