// Where the pages begin.

import { render } from "preact";
import { App } from "./App";
import { tellHere } from "./here";
import { markDocument } from "./language";
import { followLinks } from "./router";
import "./styles/index.css";

markDocument();
followLinks();
tellHere();
const place = document.getElementById("app");
if (place) render(<App />, place);
