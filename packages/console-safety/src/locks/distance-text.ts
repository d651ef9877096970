/**
 * How far away a lock is, as people say it: tens of metres near by, tenths of a kilometre from 1 km on. A phone between
 * steel walls knows no more; of a lock without a place of its own the distance is that of its area.
 */
export function distanceText(metres: number, to: 'lock' | 'area' | null): string {
  const far =
    metres >= 1000 ? `${(metres / 1000).toFixed(1)} km` : `${Math.max(10, Math.round(metres / 10) * 10)} m`
  return to === 'area' ? `区域距您约 ${far}` : `距您约 ${far}`
}
