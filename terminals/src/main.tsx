// Where the pages begin.

import { render } from "preact";
import { askAhead } from "./ahead";
import { App } from "./App";
import { tellHere } from "./here";
import { markDocument } from "./language";
import { followLinks } from "./router";
import "./styles/index.css";

askAhead();
markDocument();
followLinks();
tellHere();
const place = document.getElementById("app");
if (place) render(<App />, place);
