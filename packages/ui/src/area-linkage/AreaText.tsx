import { areaText } from '@suoan/kit/region'
import { useAreas } from './use-areas.ts'

/** 省/市/区 of a stored code as text; the code itself until the names are there. */
export function AreaText({ code }: { readonly code: string }) {
  const { areas } = useAreas()
  return areas ? areaText(areas, code) : code
}
