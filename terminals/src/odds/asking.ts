// Asking for the odds of a shoe: the last answer stays until the next is there, nothing jumps.

import { useEffect, useState } from "preact/hooks";
import { post, refusalOf } from "../api";
import type { Refusal } from "../shapes";
import type { ShoeAsked, ShoeOdds } from "./shapes";

const PAUSE_MS = 180; // between taps, so that ten cards taken out are one question

/** The cards gone by rank as the server reads them: `A=2,K=1`. */
export function written(gone: Readonly<Record<string, number>>): string {
  return Object.entries(gone)
    .filter(([, count]) => count > 0)
    .map(([rank, count]) => `${rank}=${count}`)
    .join(",");
}

export function askOdds(game: string, asked: ShoeAsked): Promise<ShoeOdds> {
  return post<ShoeOdds>(`/games/${encodeURIComponent(game)}/odds`, asked);
}

export interface Answered {
  odds: ShoeOdds | null;
  refusal: Refusal | null;
  waiting: boolean;
  again: () => void;
}

export function useOdds(game: string, asked: ShoeAsked): Answered {
  const [odds, setOdds] = useState<ShoeOdds | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [waiting, setWaiting] = useState(true);
  const [tries, setTries] = useState(0);
  const question = JSON.stringify(asked);
  useEffect(() => {
    let stale = false;
    setWaiting(true);
    const ask = (): void => {
      askOdds(game, asked)
        .then((found) => {
          if (stale) return;
          setOdds(found);
          setRefusal(null);
        })
        .catch((error: unknown) => !stale && setRefusal(refusalOf(error)))
        .finally(() => !stale && setWaiting(false));
    };
    const timer = setTimeout(ask, odds ? PAUSE_MS : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, question, tries]);
  return { odds, refusal, waiting, again: () => setTries((count) => count + 1) };
}
