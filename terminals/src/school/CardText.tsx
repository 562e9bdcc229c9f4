// A sentence with the cards in it drawn as cards.

import { Card } from "../cards/Card";

const CARD = /\b([2-9TJQKA][CDHS])\b/;

export function CardText({ text }: { text: string }) {
  return (
    <>
      {text.split(CARD).map((part, at) =>
        at % 2 ? (
          <span key={at} class="card-row in-text">
            <Card code={part} still mini />
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
