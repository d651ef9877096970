import { quartzJobEndpoints, type JobClass } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'

/** The jobs that the program knows; they change with its version only. */
export function useJobClasses(): readonly JobClass[] {
  const { data } = useQuery({
    queryKey: ['quartz-job-classes'],
    queryFn: ({ signal }) => call(quartzJobEndpoints.classes, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}
