// Reads a ticket with the terminal's camera, if the browser can read QR codes.

import { useEffect, useRef, useState } from "preact/hooks";
import { words } from "../languages/current";

interface Detector {
  detect(from: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: string[] }) => Detector;

const LOOK_MS = 200;

const detectorClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

export const canScan = (): boolean => !!detectorClass() && !!navigator.mediaDevices?.getUserMedia;

export function Camera({
  onRead,
  onClose,
}: {
  onRead: (code: string) => void;
  onClose: () => void;
}) {
  const { cashier: w } = words.value;
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    const Reader = detectorClass();
    if (!Reader) return;
    const reader = new Reader({ formats: ["qr_code"] });
    let stream: MediaStream | undefined;
    let timer = 0;
    let gone = false;
    const look = async (): Promise<void> => {
      const found = video.current ? await reader.detect(video.current).catch(() => []) : [];
      if (gone) return;
      if (found[0]) onRead(found[0].rawValue);
      else timer = window.setTimeout(() => void look(), LOOK_MS);
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: "environment" } })
      .then(async (given) => {
        stream = given;
        if (gone || !video.current) stop(given);
        else {
          video.current.srcObject = given;
          await video.current.play();
          void look();
        }
      })
      .catch(() => !gone && setRefused(true));
    return () => {
      gone = true;
      clearTimeout(timer);
      if (stream) stop(stream);
    };
  }, []);
  return (
    <div class="camera">
      {refused ? (
        <p role="alert">{w.noCamera}</p>
      ) : (
        <video ref={video} muted playsInline aria-label={w.camera} />
      )}
      <button type="button" class="button small" onClick={onClose}>
        {w.stopCamera}
      </button>
    </div>
  );
}
