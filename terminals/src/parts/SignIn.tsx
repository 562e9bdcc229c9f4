// Name and password, for patrons with an account and for staff.

import { useState } from "preact/hooks";
import { refusalOf } from "../http";
import { refusalText, words } from "../languages/current";
import { signIn } from "../session";
import type { Refusal } from "../shapes";

export function SignInForm({ onDone }: { onDone: () => void }) {
  const { lobby: w } = words.value;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [coded, setCoded] = useState(false); // whether the server requires a code
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    try {
      await signIn(
        String(form.get("name")),
        String(form.get("password")),
        String(form.get("code") ?? ""),
      );
      onDone();
    } catch (error) {
      const refused = refusalOf(error);
      setRefusal(refused);
      if (refused.reason === "second-factor-needed") setCoded(true);
    }
  };
  return (
    <form class="form" onSubmit={(event) => void send(event)}>
      <label>
        {w.name}
        <input name="name" autocomplete="username" required autofocus />
      </label>
      <label>
        {w.password}
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
      {coded ? (
        <label>
          {w.code}
          <input name="code" inputMode="numeric" autocomplete="one-time-code" autofocus />
        </label>
      ) : null}
      {refusal ? (
        <p role="alert" class="loss">
          {refusalText(refusal)}
        </p>
      ) : null}
      <button type="submit" class="button strong">
        {w.signIn}
      </button>
    </form>
  );
}
