// The reader's account: password, second factor, and counts to confirm as a witness.

import { useState } from "preact/hooks";
import { useSender } from "../commands";
import { accountWords } from "../languages/account";
import { labelled, personName } from "../languages/current";
import { Frame } from "../parts/Frame";
import { fieldsOf } from "../parts/forms";
import { RefusalNotice } from "../parts/RefusalNotice";
import { SignInForm } from "../parts/SignIn";
import { Empty, Waiting } from "../parts/States";
import { Approvals } from "../pit/Approvals";
import { at, usePolled } from "../query";
import type { SecondFactorAnswer } from "../wire/api";
import "../styles/console.css";
import "../styles/pit.css";

const LOOK_MS = 2_000;

export function Account() {
  const w = accountWords.value;
  const me = usePolled(at("/me"), LOOK_MS * 5);
  const staff = me.value?.kind === "staff";
  const approvals = usePolled(staff ? at("/approvals") : null, LOOK_MS);
  if (!me.value && !me.refusal)
    return (
      <Frame>
        <Waiting first />
      </Frame>
    );
  if (!me.value || me.refusal?.reason === "not-signed-in")
    return (
      <Frame>
        <Empty first title={w.title} why={w.signIn}>
          <SignInForm onDone={me.refresh} />
        </Empty>
      </Frame>
    );
  return (
    <Frame>
      <div class="pit account">
        <h1 class="table-title">
          {w.title}
          <small>
            <span>{personName(me.value.id)}</span>
          </small>
        </h1>
        {staff && approvals.value?.length ? (
          <section class="panel" aria-label={w.waits}>
            <h2>{w.waits}</h2>
            <Approvals approvals={approvals.value} me={me.value.id} onDecided={approvals.refresh} />
          </section>
        ) : null}
        <OwnPassword />
        {staff ? <SecondFactor name={me.value.id} /> : null}
      </div>
    </Frame>
  );
}

function OwnPassword() {
  const w = accountWords.value;
  const { send, refusal, isBusy } = useSender();
  const [notice, setNotice] = useState("");
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const { current, password, again } = fieldsOf(event, "current", "password", "again");
    setNotice(password === again ? "" : w.differ);
    if (password !== again) return;
    if (await send("/me/password", {}, { current, password })) {
      form.reset();
      setNotice(w.changed);
    }
  };
  return (
    <section class="panel" aria-label={w.password}>
      <h2>{w.password}</h2>
      <RefusalNotice refusal={refusal} />
      {notice ? (
        <p class="notice" role="status" data-notice>
          {notice}
        </p>
      ) : null}
      <form class="form" data-act="password" onSubmit={(event) => void change(event)}>
        <Secret name="current" label={w.current} autocomplete="current-password" />
        <Secret name="password" label={w.fresh} autocomplete="new-password" />
        <Secret name="again" label={w.again} autocomplete="new-password" />
        <button type="submit" class="button strong" disabled={isBusy}>
          {w.change}
        </button>
      </form>
    </section>
  );
}

function SecondFactor({ name }: { name: string }) {
  const w = accountWords.value;
  const { send, refusal, isBusy } = useSender();
  const [made, setMade] = useState<SecondFactorAnswer | null>(null);
  const go = async (event: Event): Promise<void> => {
    event.preventDefault();
    const { password, code } = fieldsOf(event, "password", "code");
    const answer = await send("/second-factor", {}, { name, password, code });
    if (answer) setMade(answer);
  };
  return (
    <section class="panel" aria-label={w.factor}>
      <h2>{w.factor}</h2>
      <RefusalNotice refusal={refusal} />
      {made?.done ? (
        <p class="notice" role="status" data-notice>
          {w.inForce}
        </p>
      ) : (
        <form class="form" data-act="second-factor" onSubmit={(event) => void go(event)}>
          <p class="fine">{made ? w.scan : w.factorWhy}</p>
          {made ? (
            <>
              <div
                class="qr"
                role="img"
                aria-label={w.scan}
                dangerouslySetInnerHTML={{ __html: made.qr }}
              />
              <p>
                {labelled(w.secret, "")}
                <code data-secret>{made.secret}</code>
              </p>
            </>
          ) : null}
          <Secret name="password" label={w.current} autocomplete="current-password" />
          {made ? (
            <label>
              {w.code}
              <input name="code" inputMode="numeric" autocomplete="one-time-code" required />
            </label>
          ) : null}
          <button type="submit" class="button" disabled={isBusy}>
            {made ? w.confirm : w.begin}
          </button>
        </form>
      )}
    </section>
  );
}

function Secret({
  name,
  label,
  autocomplete,
}: {
  name: string;
  label: string;
  autocomplete: "current-password" | "new-password";
}) {
  return (
    <label>
      {label}
      <input name={name} type="password" required autocomplete={autocomplete} />
    </label>
  );
}
