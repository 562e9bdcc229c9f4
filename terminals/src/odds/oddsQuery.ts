// The query for a shoe's odds: the last answer stays until the next one arrives.

import { useEffect, useState } from "preact/hooks";
import { post } from "../commands";
import { refusalOf } from "../http";
import type { Refusal } from "../shapes";
import type { OddsRequest, ShoeOdds } from "./shapes";

const PAUSE_MS = 180; // debounces taps, so that ten removed cards are one request

/** The removed cards by rank in the server's format: `A=2,K=1`. */
export function written(gone: Readonly<Record<string, number>>): string {
  return Object.entries(gone)
    .filter(([, count]) => count > 0)
    .map(([rank, count]) => `${rank}=${count}`)
    .join(",");
}

/** What is known about the next cards, split into entries. */
export function entries(known: string): string[] {
  return known
    .split(/[,;，；\s]+/)
    .map((each) => each.trim())
    .filter(Boolean);
}

export function fetchOdds(game: string, request: OddsRequest): Promise<ShoeOdds> {
  return post("/games/{game}/odds", { game }, request) as Promise<ShoeOdds>;
}

export interface Answered {
  odds: ShoeOdds | null;
  refusal: Refusal | null;
  waiting: boolean;
  again: () => void;
}

export function useOdds(game: string, request: OddsRequest): Answered {
  const [odds, setOdds] = useState<ShoeOdds | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [waiting, setWaiting] = useState(true);
  const [tries, setTries] = useState(0);
  const key = JSON.stringify(request);
  useEffect(() => {
    let stale = false;
    setWaiting(true);
    const send = (): void => {
      fetchOdds(game, request)
        .then((found) => {
          if (stale) return;
          setOdds(found);
          setRefusal(null);
        })
        .catch((error: unknown) => !stale && setRefusal(refusalOf(error)))
        .finally(() => !stale && setWaiting(false));
    };
    const timer = setTimeout(send, odds ? PAUSE_MS : 0);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [game, key, tries]);
  return { odds, refusal, waiting, again: () => setTries((count) => count + 1) };
}
