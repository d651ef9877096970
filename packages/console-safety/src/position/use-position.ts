import { toGcj02, type Position } from '@suoan/domain/place'
import { useState } from 'react'

const reasons: Readonly<Record<number, string>> = {
  1: '浏览器未允许定位。该步骤须在现场处理，请允许定位后重试。',
  2: '暂时取不到位置，请到开阔处重试。',
  3: '定位超时，请重试。',
}

/**
 * Where the signer stands, for steps that must be signed on site (G08), in the fences' coordinates. `read` gives null when
 * no position is asked for, and `missing` when there is none: then `problem` says why.
 */
export function usePosition(isNeeded: boolean) {
  const [problem, setProblem] = useState('')
  const [isReading, setReading] = useState(false)
  const read = async (): Promise<Position | null | 'missing'> => {
    if (!isNeeded) return null
    setProblem('')
    if (!('geolocation' in navigator)) {
      setProblem('此设备不支持定位，请用手机在现场处理。')
      return 'missing'
    }
    setReading(true)
    const answer = await new Promise<GeolocationPosition | GeolocationPositionError>((resolve) =>
      navigator.geolocation.getCurrentPosition(resolve, resolve, {
        enableHighAccuracy: true,
        timeout: 15_000,
        maximumAge: 30_000,
      }),
    )
    setReading(false)
    if ('coords' in answer) return toGcj02({ lng: answer.coords.longitude, lat: answer.coords.latitude })
    setProblem(reasons[answer.code] ?? '暂时取不到位置，请重试。')
    return 'missing'
  }
  return { isNeeded, problem, isReading, read }
}
