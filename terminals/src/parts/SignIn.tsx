// Name and password, for patrons with an account and for staff.

import { useState } from "preact/hooks";
import { refusalOf } from "../api";
import { refusalText, words } from "../language";
import { signIn } from "../session";
import type { Refusal } from "../shapes";

export function SignInForm({ onDone }: { onDone: () => void }) {
  const { lobby: w } = words.value;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    try {
      await signIn(String(form.get("name")), String(form.get("password")));
      onDone();
    } catch (error) {
      setRefusal(refusalOf(error));
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
