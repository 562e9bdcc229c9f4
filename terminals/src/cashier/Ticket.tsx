// A voucher as the server draws it: shown on the page, and all that is printed from it.

import { useEffect, useRef } from "preact/hooks";

/** The picture as part of the page: the policy lets in no picture by another address. */
function picture(svg: string): SVGElement | null {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return found instanceof SVGElement ? found : null;
}

export function Ticket({ svg, name }: { svg: string; name: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = picture(svg);
    if (!shown) return;
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", name);
    place.current?.replaceChildren(shown);
    // What goes on paper hangs beside the page: whatever is open there is not printed along.
    const paper = document.createElement("div");
    paper.className = "on-paper";
    paper.append(shown.cloneNode(true));
    document.body.append(paper);
    return () => paper.remove();
  }, [svg, name]);
  return <div class="ticket-paper" ref={place} />;
}
