// A button for what cannot be undone: the first press asks, the second one does it.

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../languages/current";

export function Confirm({
  text,
  question,
  label,
  action,
  disabled = false,
  small = true,
  onSure,
}: {
  text: string;
  question: string; // what will happen, and that it cannot be undone
  label?: string | undefined; // where the text alone does not say of whom
  action?: string; // for tests, as on other buttons
  disabled?: boolean;
  small?: boolean;
  onSure: () => void;
}) {
  const { confirm: w } = words.value;
  const [asking, setAsking] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (asking) no.current?.focus(); // a key pressed twice does nothing
  }, [asking]);
  const size = small ? "button small" : "button";
  if (!asking)
    return (
      <button
        type="button"
        class={size}
        aria-label={label}
        data-action={action}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {text}
      </button>
    );
  return (
    <span class="confirming" role="alertdialog" aria-label={question}>
      <span>{question}</span>{" "}
      <button
        type="button"
        class="button small danger"
        data-sure={action ?? ""}
        onClick={() => {
          setAsking(false);
          onSure();
        }}
      >
        {w.yes(text)}
      </button>{" "}
      <button ref={no} type="button" class="button small" onClick={() => setAsking(false)}>
        {w.no}
      </button>
    </span>
  );
}
