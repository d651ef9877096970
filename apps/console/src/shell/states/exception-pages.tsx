import { StatePage } from '@suoan/console-base/states/StatePage.tsx'

/** The exception views of the catalogue (1-shell.md §2.2), for menu rows and for the address /404. */
export const Exception403 = () => <StatePage status={403} />
export const Exception404 = () => <StatePage status={404} />
export const Exception500 = () => <StatePage status={500} />
