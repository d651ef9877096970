import type { PersonInside } from '@suoan/contract'

/** What a day pass says when it is read (`TX-` and four groups of five); such words are a badge, not a name. */
const passCode = /^TX(-?[2-9A-Z]{5}){4}$/i

/** Whether the words are the code of a day pass. The list does not hold codes: the server says whose it is. */
export const isPassCode = (words: string): boolean => passCode.test(words.trim())

/**
 * Who of the people inside fits the words: each word stands in his name, company, telephone, staff number, area, place
 * or ticket. Without words everybody fits.
 */
export function findInside(people: readonly PersonInside[], words: string): readonly PersonInside[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.length === 0
    ? people
    : people.filter((person) => {
        const text = searched(person)
        return wanted.every((word) => text.includes(word))
      })
}

const searched = (person: PersonInside): string =>
  [
    person.name,
    person.company,
    person.phone,
    person.staffNo,
    person.areaName,
    person.areaCode,
    person.place,
    person.workNo,
    person.workName,
  ]
    .filter(Boolean)
    // A line between them, or the end of one and the beginning of the next would be a word.
    .join('\n')
    .toLowerCase()
