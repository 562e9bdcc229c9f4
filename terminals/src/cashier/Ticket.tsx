// A voucher's ticket as the server draws it, shown on the page and printed alone.

import { useEffect, useRef } from "preact/hooks";

/** The picture inline: the content security policy allows no picture from a data URL. */
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
    // The printed copy is outside the page, so that nothing else is printed with it.
    const paper = document.createElement("div");
    paper.className = "on-paper";
    paper.append(shown.cloneNode(true));
    document.body.append(paper);
    return () => paper.remove();
  }, [svg, name]);
  return <div class="ticket-paper" ref={place} />;
}
