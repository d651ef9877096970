import { mostNamesAtOnce, userEndpoints, type UsersOfName } from '@suoan/contract'
import type { FoundName, NameSearch } from '@suoan/ui/pickers'
import { call } from '../../request/call.ts'
import { failureText } from '../../request/failure.ts'

type Person = UsersOfName['users'][number]
const stored: Readonly<Record<string, (one: Person) => string>> = {
  id: ({ id }) => id,
  username: ({ username }) => username,
}

/**
 * Looks up a pasted list of people by name, account or number; needs `system:user:list`.
 * @param by what of a person is stored; by anything but the id or the account nobody is looked up
 */
export function peopleByNames(by: string): { readonly names?: NameSearch } {
  const keyOf = stored[by]
  return keyOf ? { names: { most: mostNamesAtOnce, failureText, find: findPeople(keyOf) } } : {}
}

const findPeople =
  (keyOf: (one: Person) => string): NameSearch['find'] =>
  async (names, signal) => {
    // What is longer than any name is nobody's.
    const asked = names.filter((name) => name.length <= longestName)
    const found =
      asked.length === 0 ? [] : await call(userEndpoints.byNames, { names: asked }, { signal, quiet: true })
    const known = new Map(found.map((each) => [each.name, each]))
    return names.map((name): FoundName => {
      const { users, total } = known.get(name) ?? { users: [], total: 0 }
      return {
        name,
        total,
        choices: users.map((one) => ({
          key: keyOf(one),
          label: one.realname,
          hint: [one.username, one.workNo, one.orgCodeTxt].filter((each) => each !== '').join(' · '),
        })),
      }
    })
  }

const longestName = 100
