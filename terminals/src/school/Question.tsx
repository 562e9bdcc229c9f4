// A question: its sentence, the table it is about, and a way to answer each part.

import { said } from "../languages/current";
import { schoolWords } from "../languages/school";
import { writeCents } from "../money";
import type { PartView, QuestionView } from "../wire/api";
import { type Answers, amountOf } from "./answers";
import { CardText } from "./CardText";
import { Scene } from "./Scene";

interface Answering {
  answers: Answers;
  /** Undefined once the question is marked. */
  onAnswer: ((answers: Answers) => void) | undefined;
}

export function Question({ question, answers, onAnswer }: { question: QuestionView } & Answering) {
  const w = schoolWords.value;
  const text = said(question.text);
  const act = question.act ? said(question.act) : "";
  const isLayout = question.parts.some(
    ({ form }) => form === "amount" && question.parts.length > 2,
  );
  return (
    <div class="question">
      <p class="question-text">
        <CardText text={text} />
      </p>
      {question.table ? <Scene scene={question.table} /> : null}
      {act && !text.includes(act) ? (
        <p class="question-act">
          <span class="fine">{w.question.doing}</span> <CardText text={act} />
        </p>
      ) : null}
      {isLayout ? (
        <Layout parts={question.parts} answers={answers} onAnswer={onAnswer} />
      ) : (
        question.parts.map((part, at) => (
          <Part key={part.name} part={part} keys={at === 0} answers={answers} onAnswer={onAnswer} />
        ))
      )}
    </div>
  );
}

function Part({ part, keys, answers, onAnswer }: { part: PartView; keys: boolean } & Answering) {
  const w = schoolWords.value.question;
  const given = answers[part.name] ?? [];
  const give = (value: string[]): void => onAnswer?.({ ...answers, [part.name]: value });
  switch (part.form) {
    case "choice":
      return <Choices part={part} keys={keys} given={given} give={onAnswer && give} />;
    case "choices":
      return (
        <Choices
          part={part}
          keys={keys}
          given={given}
          give={onAnswer && give}
          many
          hint={w.choicesHint}
        />
      );
    case "order":
      return <Order part={part} given={given} give={onAnswer && give} />;
    case "chips":
      return <Chips part={part} given={given} give={onAnswer && give} />;
    default:
      return (
        <label class="typed-part">
          {said(part.title)}
          <input
            inputMode="decimal"
            autocomplete="off"
            autofocus={keys}
            disabled={!onAnswer}
            name={part.name}
            onInput={({ currentTarget: { value } }) => {
              const text = part.form === "amount" ? amountOf(value) : value.trim();
              give(text ? [text] : []);
            }}
          />
        </label>
      );
  }
}

function Choices({
  part,
  keys,
  given,
  give,
  many = false,
  hint,
}: {
  part: PartView;
  keys: boolean;
  given: readonly string[];
  give: ((value: string[]) => void) | undefined;
  many?: boolean;
  hint?: string;
}) {
  const choose = (value: string): void => {
    if (!many) give?.([value]);
    else give?.(given.includes(value) ? given.filter((each) => each !== value) : [...given, value]);
  };
  return (
    <fieldset class="choice-part" data-part={part.name}>
      <legend>{said(part.title)}</legend>
      {hint ? <p class="fine">{hint}</p> : null}
      <div class="choice-list">
        {part.choices.map((each, at) => (
          <button
            key={each.value}
            type="button"
            class="choice"
            aria-pressed={given.includes(each.value)}
            aria-keyshortcuts={keys && at < 9 ? String(at + 1) : undefined}
            data-choice={each.value}
            data-key={keys && at < 9 ? at + 1 : undefined}
            disabled={!give}
            onClick={() => choose(each.value)}
          >
            {keys && at < 9 ? (
              <span class="key" aria-hidden="true">
                {at + 1}
              </span>
            ) : null}
            {said(each.says)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** The stakes in the order in which they are pressed. */
function Order({
  part,
  given,
  give,
}: {
  part: PartView;
  given: readonly string[];
  give: ((value: string[]) => void) | undefined;
}) {
  const press = (value: string): void =>
    give?.(given.includes(value) ? given.filter((each) => each !== value) : [...given, value]);
  return (
    <fieldset class="choice-part" data-part={part.name}>
      <legend>{said(part.title)}</legend>
      <p class="fine">{schoolWords.value.question.orderHint}</p>
      <div class="choice-list">
        {part.choices.map((each) => {
          const place = given.indexOf(each.value);
          return (
            <button
              key={each.value}
              type="button"
              class="choice"
              aria-pressed={place >= 0}
              data-choice={each.value}
              disabled={!give}
              onClick={() => press(each.value)}
            >
              {place >= 0 ? <span class="key">{place + 1}</span> : null}
              {said(each.says)}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

/** How many chips of each value. */
function Chips({
  part,
  given,
  give,
}: {
  part: PartView;
  given: readonly string[];
  give: ((value: string[]) => void) | undefined;
}) {
  const counts = new Map(
    given.map((each) => {
      const [count = "", value = ""] = each.split("x");
      return [value, count] as const;
    }),
  );
  const change = (value: string, count: string): void => {
    const all = new Map(counts).set(value, count);
    const entered = [...all].filter(([, many]) => /^[1-9]\d{0,3}$/.test(many));
    give?.(entered.map(([worth, many]) => `${many}x${worth}`));
  };
  return (
    <fieldset class="choice-part" data-part={part.name}>
      <legend>
        {said(part.title)} <span class="fine">{schoolWords.value.question.chipsHint}</span>
      </legend>
      <div class="chip-counts">
        {part.choices.map(({ value }) => (
          <label key={value}>
            {value}
            <input
              inputMode="numeric"
              autocomplete="off"
              name={value}
              disabled={!give}
              value={counts.get(value) ?? ""}
              onInput={({ currentTarget }) => change(value, currentTarget.value.trim())}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A layout to settle: a row for each stake, and the order at the end. */
function Layout({ parts, answers, onAnswer }: { parts: readonly PartView[] } & Answering) {
  const w = schoolWords.value.question;
  const actions = parts.filter(({ name }) => name.endsWith(" action"));
  const order = parts.find(({ form }) => form === "order");
  const give = (name: string, value: string[]): void => onAnswer?.({ ...answers, [name]: value });
  return (
    <>
      <table class="layout-part" aria-label={w.action}>
        <thead>
          <tr>
            <th scope="col">{w.stake}</th>
            <th scope="col">{w.action}</th>
            <th scope="col">{w.amount}</th>
          </tr>
        </thead>
        <tbody>
          {actions.map((part) => {
            const amount = part.name.replace(/ action$/, " amount");
            const stake = said(part.title);
            const cents = answers[amount]?.[0];
            return (
              <tr key={part.name} data-stake={part.name}>
                <th scope="row">{stake}</th>
                <td>
                  <select
                    aria-label={`${stake} ${w.action}`}
                    disabled={!onAnswer}
                    value={answers[part.name]?.[0] ?? ""}
                    onChange={({ currentTarget: { value } }) =>
                      give(part.name, value ? [value] : [])
                    }
                  >
                    <option value="">–</option>
                    {part.choices.map((each) => (
                      <option key={each.value} value={each.value}>
                        {said(each.says)}
                      </option>
                    ))}
                  </select>
                </td>
                <td>
                  <input
                    aria-label={`${stake} ${w.amount}`}
                    inputMode="decimal"
                    autocomplete="off"
                    disabled={!onAnswer}
                    defaultValue={cents === undefined ? "" : writeCents(Number(cents))}
                    onInput={({ currentTarget: { value } }) => {
                      const typed = amountOf(value);
                      give(amount, typed ? [typed] : []);
                    }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {order ? <Part part={order} keys={false} answers={answers} onAnswer={onAnswer} /> : null}
    </>
  );
}
