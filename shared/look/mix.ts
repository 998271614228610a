/** `share` of the second colour in the first, 0 to 1. */
export function mix(a: string, b: string, share: number): string {
  const channel = (at: number) => {
    const [x, y] = [a, b].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16));
    return Math.round((x ?? 0) * (1 - share) + (y ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
