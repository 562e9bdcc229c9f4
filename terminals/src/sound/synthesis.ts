// Every sound, made from noise and tones as it is played: nothing is recorded and nothing downloaded.

import type { SoundName } from "./settings";

let context: AudioContext | null = null;

interface Burst {
  at: number; // seconds from now
  lasts: number;
  pitch: number; // the middle of its band, in hertz
  loud: number;
}

/** A short burst of filtered noise: chips and cards. */
function burst(audio: AudioContext, out: AudioNode, { at, lasts, pitch, loud }: Burst): void {
  const length = Math.ceil(audio.sampleRate * lasts);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < length; each++)
    samples[each] = (Math.random() * 2 - 1) * (1 - each / length) ** 2;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 2.5;
  const gain = audio.createGain();
  gain.gain.value = loud;
  noise.connect(band).connect(gain).connect(out);
  noise.start(audio.currentTime + at);
}

/** A tone that fades: calls and wins. */
function tone(audio: AudioContext, out: AudioNode, pitch: number, at: number, lasts: number): void {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.35, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
  source.connect(gain).connect(out);
  source.start(start);
  source.stop(start + lasts);
}

const SOUNDS: Record<SoundName, (audio: AudioContext, out: AudioNode) => void> = {
  chips: (audio, out) => {
    for (const [at, pitch] of [
      [0, 4200],
      [0.045, 5100],
      [0.08, 4600],
    ] as const)
      burst(audio, out, { at, lasts: 0.035, pitch, loud: 1.4 });
  },
  card: (audio, out) => burst(audio, out, { at: 0, lasts: 0.16, pitch: 1700, loud: 0.9 }),
  shuffle: (audio, out) => {
    for (let each = 0; each < 16; each++)
      burst(audio, out, { at: each * 0.05, lasts: 0.06, pitch: 1400 + each * 60, loud: 0.6 });
  },
  call: (audio, out) => {
    tone(audio, out, 880, 0, 0.5);
    tone(audio, out, 660, 0.18, 0.6);
  },
  win: (audio, out) => {
    for (const [each, pitch] of [523, 659, 784, 1047].entries())
      tone(audio, out, pitch, each * 0.11, 0.5);
    burst(audio, out, { at: 0.5, lasts: 0.05, pitch: 4600, loud: 1.2 });
  },
};

export async function synthesise(name: SoundName, volume: number): Promise<void> {
  context ??= new AudioContext();
  if (context.state === "suspended") await context.resume();
  const out = context.createGain();
  out.gain.value = volume;
  out.connect(context.destination);
  SOUNDS[name](context, out);
}
