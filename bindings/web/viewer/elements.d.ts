/** chessground's elements that the page writes itself. */
import "preact";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      piece: { class: string };
    }
  }
}
