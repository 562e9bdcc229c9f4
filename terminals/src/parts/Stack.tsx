// A stack of chips in the colours of their values, change made.

import { change, colourOf } from "../chips";

export function Stack({ cents }: { cents: number }) {
  return (
    <span class="stack" aria-hidden="true">
      {change(cents).map((value, at) => (
        <i key={at} class={`disc ${colourOf(value)}`} data-chip={value} />
      ))}
    </span>
  );
}
