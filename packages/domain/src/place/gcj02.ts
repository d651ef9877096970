import type { Position } from './fence.ts'

const { PI, sin, cos, sqrt, abs } = Math
const axis = 6_378_245
const eccentricity = 0.006_693_421_622_965_943

/**
 * A position as satellites tell it (WGS-84) in the coordinates Chinese maps and our fences use (GCJ-02). The two lie up
 * to 700 m apart in China and are the same elsewhere. Public transformation; exact to about a metre.
 */
export function toGcj02({ lng, lat }: Position): Position {
  if (lng < 72.004 || lng > 137.8347 || lat < 0.8293 || lat > 55.8271) return { lng, lat }
  const [x, y] = [lng - 105, lat - 35]
  const root = sqrt(abs(x))
  const short = (20 * sin(6 * x * PI) + 20 * sin(2 * x * PI)) * (2 / 3)
  const north =
    -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * root + short + waves(y, [20, 40, 160, 320])
  const east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * root + short + waves(x, [20, 40, 150, 300])
  const angle = (lat / 180) * PI
  const bulge = 1 - eccentricity * sin(angle) ** 2
  return {
    lat: lat + (north * 180) / (((axis * (1 - eccentricity)) / (bulge * sqrt(bulge))) * PI),
    lng: lng + (east * 180) / ((axis / sqrt(bulge)) * cos(angle) * PI),
  }
}

function waves(value: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  const long = (a * sin(value * PI) + b * sin((value / 3) * PI)) * (2 / 3)
  // The longest wave counts 30 in both directions.
  return long + (c * sin((value / 12) * PI) + d * sin((value * PI) / 30)) * (2 / 3)
}
