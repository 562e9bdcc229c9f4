// Credits in and out at a terminal: a voucher is brought, or taken and printed.

import { useEffect, useState } from "preact/hooks";
import { get, post, postForText, refusalOf } from "../api";
import { refusalText, words } from "../language";
import { showAmount } from "../money";
import { Sheet } from "../parts/Sheet";
import type { Refusal } from "../shapes";
import { Camera, canScan } from "./Camera";
import { begin, finish, type Pending, pending } from "./pending";
import { Ticket } from "./Ticket";

interface Vouchers {
  count: number;
  amount: string;
  voucher_max: string;
  credits_max: string;
}

export interface CashierProps {
  patron: string;
  guest: boolean;
  credits: string;
  onMoved: () => void;
  onClose: () => void;
}

/** The same refusals are about stakes elsewhere: here they are about vouchers. */
function said(refusal: Refusal): string {
  return words.value.cashier.refusal[refusal.reason] ?? refusalText(refusal);
}

export function Cashier(props: CashierProps) {
  const { cashier: w } = words.value;
  const [vouchers, setVouchers] = useState<Vouchers | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    get<Vouchers>("/vouchers").then(setVouchers).catch(() => undefined); // limits are said by refusals too
  }, [turn]);
  const moved = (): void => {
    setTurn((count) => count + 1);
    props.onMoved();
  };
  return (
    <Sheet title={w.title} onClose={props.onClose}>
      <p class="cashier-credits">
        {w.have} <b data-cashier-credits={props.credits}>{showAmount(props.credits)}</b>
      </p>
      <Take {...props} vouchers={vouchers} onMoved={moved} />
      <Bring {...props} onMoved={moved} />
      {vouchers?.count ? <p class="fine">{w.open(vouchers.count, showAmount(vouchers.amount))}</p> : null}
      <p class="fine">{props.guest ? w.guest : w.cage}</p>
    </Sheet>
  );
}

/** Cash out: an amount, then its ticket until it is put away. */
function Take({ patron, credits, vouchers, onMoved }: CashierProps & { vouchers: Vouchers | null }) {
  const { cashier: w } = words.value;
  const [amount, setAmount] = useState("");
  const [taking, setTaking] = useState<Pending | null>(() => pending(patron));
  const [svg, setSvg] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refused = (error: unknown, voucher: Pending): void => {
    const why = refusalOf(error);
    setRefusal(why);
    if (why.reason === "away") setTaking(voucher); // perhaps it was done: asked again under its key
    else forget();
  };
  const forget = (): void => {
    finish();
    setTaking(null);
    setSvg("");
  };
  const draw = async (voucher: Pending): Promise<void> => {
    setSvg(await postForText("/vouchers/ticket", { code: voucher.code }));
    setTaking(voucher);
  };
  const take = async (voucher: Pending): Promise<void> => {
    setRefusal(null);
    try {
      const { code, key } = voucher;
      await post("/cage/commands", { type: "cash-out", patron, amount: voucher.amount, code }, key);
      onMoved();
      await draw(voucher);
    } catch (error) {
      refused(error, voucher);
    }
  };
  useEffect(() => {
    // After a reload: was it issued, or did it never get there?
    if (taking && !svg) draw(taking).catch((error: unknown) => refused(error, taking));
  }, []);

  if (taking && svg)
    return (
      <section class="cashier-part" aria-label={w.ticket}>
        <p role="status">
          <strong>{w.taken(showAmount(taking.amount))}</strong> {w.once}
        </p>
        <div class="choices">
          <button type="button" class="button strong" onClick={() => print()}>
            {w.print}
          </button>
          <button type="button" class="button" onClick={forget}>
            {w.haveIt}
          </button>
        </div>
        <Ticket svg={svg} name={w.ticketOf(showAmount(taking.amount), taking.code)} />
        <p class="cashier-code" data-code={taking.code}>
          {taking.code}
        </p>
      </section>
    );
  return (
    <form
      class="form cashier-part"
      onSubmit={(event) => {
        event.preventDefault();
        void take(taking ?? begin(patron, amount.replaceAll(",", "").trim()));
      }}
    >
      <h3>{w.take}</h3>
      <label>
        {w.amount}
        <span class="cashier-row">
          <input name="amount" inputMode="decimal" autocomplete="off" required value={amount} onInput={(event) => setAmount(event.currentTarget.value)} disabled={!!taking} />
          <button type="button" class="button small" disabled={!!taking} onClick={() => setAmount(credits)}>
            {w.all}
          </button>
        </span>
      </label>
      {vouchers ? <p class="fine">{w.most(showAmount(vouchers.voucher_max))}</p> : null}
      {refusal ? (
        <p role="alert" class="loss">
          {said(refusal)}
        </p>
      ) : null}
      <button type="submit" class="button strong">
        {taking ? w.again : w.takeIt}
      </button>
    </form>
  );
}

/** Buy in: a code that is typed, scanned as if it were typed, or read by the camera. */
function Bring({ patron, onMoved }: CashierProps) {
  const { cashier: w } = words.value;
  const [code, setCode] = useState("");
  const [key, setKey] = useState("");
  const [scanning, setScanning] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [done, setDone] = useState("");
  const bring = async (brought: string): Promise<void> => {
    setRefusal(null);
    setDone("");
    setScanning(false);
    const under = key || crypto.randomUUID();
    setKey(under);
    try {
      const [event] = await post<{ amount: string }[]>("/cage/commands", { type: "redeem-voucher", patron, code: brought }, under);
      setDone(event?.amount ?? "");
      setCode("");
      setKey("");
      onMoved();
    } catch (error) {
      const why = refusalOf(error);
      setRefusal(why);
      if (why.reason !== "away") setKey(""); // another try is another command
    }
  };
  return (
    <form
      class="form cashier-part"
      onSubmit={(event) => {
        event.preventDefault();
        void bring(code);
      }}
    >
      <h3>{w.bring}</h3>
      <label>
        {w.code}
        <input
          name="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          required
          placeholder="0000-0000-0000-0000-0000-0000-0000"
          value={code}
          onInput={(event) => {
            setCode(event.currentTarget.value);
            setKey("");
          }}
        />
      </label>
      <p class="fine">{w.codeHint}</p>
      {scanning ? <Camera onRead={(read) => void bring(read)} onClose={() => setScanning(false)} /> : null}
      {refusal ? (
        <p role="alert" class="loss">
          {said(refusal)}
        </p>
      ) : null}
      <p role="status" class="gain">
        {done ? w.brought(showAmount(done)) : ""}
      </p>
      <div class="choices">
        <button type="submit" class="button strong">
          {w.bringIt}
        </button>
        {canScan() && !scanning ? (
          <button type="button" class="button" onClick={() => setScanning(true)}>
            {w.scan}
          </button>
        ) : null}
      </div>
    </form>
  );
}
