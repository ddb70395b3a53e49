/** The viewer: a page that shows collections of chess games. */
import { render } from "preact";
import { App } from "./app.js";
import { applyTheme } from "./theme.js";
import "./styles/viewer.css";

applyTheme();
render(<App />, document.getElementById("app")!);
