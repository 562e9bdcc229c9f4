// The page of the dealer's console.

import { AtTable, useLive } from "../console/AtTable";
import { Console } from "../console/Console";
import { Frame } from "../parts/Frame";
import "../styles/console.css";
import { consoleWords } from "../languages/console";

export function Dealer({ of }: { of: string }) {
  const live = useLive(of);
  return (
    <Frame wide game={live.view.value?.game} table={of}>
      <AtTable live={live} title={consoleWords.value.title}>
        {(view) => <Console key={view.mine.me.id} view={view} live={live} />}
      </AtTable>
    </Frame>
  );
}
