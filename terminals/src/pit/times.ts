// Times as the pit reads them.

import { languageInfo } from "../languages/current";

/** "14:05:09", with the day where it is not today. */
export function shownTime(ms: number, now: Date = new Date()): string {
  const which = languageInfo.value.locale;
  const at = new Date(ms);
  const time = at.toLocaleTimeString(which);
  return at.toDateString() === now.toDateString()
    ? time
    : `${at.toLocaleDateString(which)} ${time}`;
}
