// placeholder
export function Pit({ of }: { of: string }) { return <p>{of}</p>; }
