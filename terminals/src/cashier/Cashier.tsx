// The cashier at a terminal: redeems vouchers, and issues and prints them.

import { useEffect, useState } from "preact/hooks";
import { post, postForText } from "../commands";
import { refusalOf } from "../http";
import { refusalText, words } from "../languages/current";
import { showCents, typedCents, writeCents } from "../money";
import { Sheet } from "../parts/Sheet";
import { at, get } from "../query";
import type { Refusal } from "../shapes";
import type { VouchersView } from "../wire/api";
import { Camera, canScan } from "./Camera";
import { begin, finish, type Pending, pending } from "./pending";
import { Ticket } from "./Ticket";

export interface CashierProps {
  patron: string;
  guest: boolean;
  credits: number;
  onMoved: () => void;
  onClose: () => void;
}

export function Cashier(props: CashierProps) {
  const { cashier: w } = words.value;
  const [vouchers, setVouchers] = useState<VouchersView | null>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    get(at("/vouchers"))
      .then(setVouchers)
      .catch(() => undefined); // refusals state the limits too
  }, [turn]);
  const moved = (): void => {
    setTurn((count) => count + 1);
    props.onMoved();
  };
  return (
    <Sheet title={w.title} onClose={props.onClose}>
      <p class="cashier-credits">
        {w.have} <b data-cashier-credits={props.credits}>{showCents(props.credits)}</b>
        {props.guest ? ` ${words.value.seat.playCredits}` : ""}
      </p>
      <Take {...props} vouchers={vouchers} onMoved={moved} />
      <Bring {...props} onMoved={moved} />
      {vouchers?.count ? (
        <p class="fine">{w.open(vouchers.count, showCents(vouchers.cents))}</p>
      ) : null}
      <p class="fine">{props.guest ? w.guest : w.cage}</p>
    </Sheet>
  );
}

/** Cash out: an amount, then its ticket until it is dismissed. */
function Take({
  patron,
  guest,
  credits,
  vouchers,
  onMoved,
}: CashierProps & { vouchers: VouchersView | null }) {
  const { cashier: w, seat } = words.value;
  const amountOf = (cents: number): string =>
    guest ? `${showCents(cents)} ${seat.playCredits}` : showCents(cents);
  const [amount, setAmount] = useState("");
  const [taking, setTaking] = useState<Pending | null>(() => pending(patron));
  const [svg, setSvg] = useState("");
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const refused = (error: unknown, voucher: Pending): void => {
    const why = refusalOf(error);
    setRefusal(why);
    if (why.reason === "away")
      setTaking(voucher); // it may have been done: retry under its key
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
  const start = async (): Promise<void> => {
    setRefusal(null);
    try {
      const { code } = await post("/vouchers/codes", {}, {});
      await take(begin(patron, typedCents(amount), code));
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  const take = async (voucher: Pending): Promise<void> => {
    setRefusal(null);
    try {
      const { cents, code, key } = voucher;
      await post("/cage/commands", {}, { type: "cash-out", patron, cents, code }, key);
      onMoved();
      await draw(voucher);
    } catch (error) {
      refused(error, voucher);
    }
  };
  useEffect(() => {
    // After a reload, find out whether it was issued.
    if (taking && !svg) draw(taking).catch((error: unknown) => refused(error, taking));
  }, []);

  if (taking && svg)
    return (
      <section class="cashier-part" aria-label={w.ticket}>
        <p role="status">
          <strong>{w.taken(amountOf(taking.cents))}</strong> {w.once}
        </p>
        <div class="choices">
          <button type="button" class="button strong" onClick={() => print()}>
            {w.print}
          </button>
          <button type="button" class="button" onClick={forget}>
            {w.haveIt}
          </button>
        </div>
        <Ticket svg={svg} name={w.ticketOf(amountOf(taking.cents), taking.code)} />
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
        void (taking ? take(taking) : start());
      }}
    >
      <h3>{w.take}</h3>
      <label>
        {w.amount}
        <span class="cashier-row">
          <input
            name="amount"
            inputMode="decimal"
            autocomplete="off"
            required
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
            disabled={!!taking}
          />
          <button
            type="button"
            class="button small"
            disabled={!!taking}
            onClick={() => setAmount(writeCents(credits))}
          >
            {w.all}
          </button>
        </span>
      </label>
      {vouchers ? <p class="fine">{w.most(showCents(vouchers.voucher_cents_max))}</p> : null}
      {refusal ? (
        <p role="alert" class="loss">
          {refusalText(refusal)}
        </p>
      ) : null}
      <button type="submit" class="button strong">
        {taking ? w.again : w.takeIt}
      </button>
    </form>
  );
}

/** Buy in: a code that is typed, scanned by a device that types, or read by the camera. */
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
      const [event] = await post(
        "/cage/commands",
        {},
        { type: "redeem-voucher", patron, code: brought },
        under,
      );
      setDone(showCents(Number(event?.cents ?? 0)));
      setCode("");
      setKey("");
      onMoved();
    } catch (error) {
      const why = refusalOf(error);
      setRefusal(why);
      if (why.reason !== "away") setKey(""); // the next attempt is a new command
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
      {scanning ? (
        <Camera onRead={(read) => void bring(read)} onClose={() => setScanning(false)} />
      ) : null}
      {refusal ? (
        <p role="alert" class="loss">
          {refusalText(refusal)}
        </p>
      ) : null}
      <p role="status" class="gain">
        {done ? w.brought(done) : ""}
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
