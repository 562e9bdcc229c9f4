// Sound on or off, its volume, and captions for what is heard.

import { words } from "../languages/current";
import { caption, isOn, play, setVolume, volume } from "./settings";

export function SoundChoice() {
  const { sound } = words.value.seat;
  return (
    <span class="sound-choice">
      <button
        type="button"
        class="button small"
        aria-pressed={isOn.value}
        data-action="sound"
        onClick={() => {
          isOn.value = !isOn.value;
          play("chips");
        }}
      >
        {sound.title}
      </button>
      {isOn.value ? (
        <input
          type="range"
          min="0.1"
          max="1"
          step="0.1"
          value={volume.value}
          aria-label={sound.volume}
          onInput={(event) => setVolume(Number(event.currentTarget.value))}
          onChange={() => play("chips")}
        />
      ) : null}
    </span>
  );
}

/** What was just heard, in words; screen readers hear of it otherwise. */
export function Caption() {
  const heard = caption.value;
  return heard ? (
    <span class="caption" aria-hidden="true" data-caption={heard}>
      ♪ {words.value.seat.sound.captions[heard]}
    </span>
  ) : null;
}
