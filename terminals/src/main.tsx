// Where the pages begin.

import { render } from "preact";
import { askAhead } from "./ahead";
import { App } from "./App";
import { markDocument } from "./language";
import { followLinks } from "./router";
import "./styles/index.css";

askAhead();
markDocument();
followLinks();
const place = document.getElementById("app");
if (place) render(<App />, place);
