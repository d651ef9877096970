import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ui = '../../../ui/src'
const journeys = '../../../../e2e/src/journeys'
const told = '../../../../apps/console/src/shell/told.test.ts'
const catalogue = 'error-catalogue.test.ts'

/** Row of 2-data-entry.md §8 → the file and the name of the test that holds it. */
const rows: readonly [row: string, file: string, test: string][] = [
  [
    'Import code 201',
    `${ui}/import-dialog/import-queue.test.ts`,
    'one with refused rows has changed the list and stays to be read',
  ],
  [
    'Import success',
    `${ui}/import-dialog/import-queue.test.ts`,
    'files wait until they are told to go, then go one after another',
  ],
  [
    'Import success false',
    `${ui}/import-dialog/import-queue.test.ts`,
    'one that fails says why and holds nobody up',
  ],
  ['Import upload failure', `${ui}/import-dialog/import-queue.test.ts`, '文件上传失败'],
  ['Upload failure', `${ui}/file-input/file-field.test.ts`, 'says why one failed, lets the others go on'],
  [
    'Upload failure, of a cell, and its dialog 上传出错',
    `${journeys}/editable-table-parts.journey.test.ts`,
    'an upload that fails is a red sign that tells its reason',
  ],
  [
    'Upload response success false or error status',
    `${ui}/file-input/file-field.test.ts`,
    'says 未知错误 where a failure has no words',
  ],
  ['Sub-form open failure', `${ui}/editable-table/view/open-retried.test.ts`, 'gives up and says so'],
  ['Insert too fast', `${journeys}/editable-table.journey.test.ts`, 'inserting twice at once is turned away'],
  [
    'Tree table result of unknown type',
    `${ui}/editable-table/open-row.test.ts`,
    'leaves the row shut, and says so',
  ],
  [
    'Removing rows with another argument',
    `${ui}/editable-table/model/table.test.ts`,
    'are removed by an id or a list of ids, and by nothing else',
  ],
  ['Reserved cell type name', `${ui}/editable-table/model/table.test.ts`, 'is refused under a reserved name'],
  ['Export with empty response', 'client.test.ts', '文件下载失败'],
  [
    'Image move at first or last position',
    `${ui}/file-input/file-field.test.ts`,
    'puts files in another order by one place, and says where it ends',
  ],
  [
    'Popup init failure',
    `${journeys}/gallery.journey.test.ts`,
    'a popup whose report cannot be had says so and closes',
  ],
  [
    'Query info failure',
    `${journeys}/gallery.journey.test.ts`,
    'a popup whose query cannot be had says why and is chosen from all the same',
  ],
  ['Cache refresh', told, 'a cleared cache is told as done'],
  ['Cache refresh failure', told, 'a cache that is not cleared is told in the same words'],
  ['Dictionary load with success false', told, 'a dictionary that the server refuses is an empty list'],
  ['Dictionary search failure', told, 'warns with the message of the server'],
  ['Root category load failure', told, 'roots of a category tree that cannot be loaded are told as an error'],
  ['Area linkage with bad type', `${journeys}/gallery.journey.test.ts`, 'Bad type value'],
  ['Select empty states', '../resource/widgets/choice-props.test.ts', 'a search says what it waits for'],
  [
    'Live-channel error',
    '../../../kit/src/reconnecting-socket/reconnecting-socket.test.ts',
    'comes back after 20 s and gives up after more than 5 errors',
  ],
  ['HTTP 403', catalogue, '403 says 拒绝访问'],
  ['HTTP 404', catalogue, '404 says the resource was not found'],
  ['HTTP 504', catalogue, '504 is a network timeout'],
  ['timeout', 'client.test.ts', 'that takes more than 90 s is a network timeout'],
  ['HTTP 500, token expired', catalogue, 'while signed in opens the expired dialog'],
  ['Other statuses', catalogue, 'another status shows the message of the server'],
]

// Two rows have no test, because what they tell of cannot be: a list without `url.list`, `url.delete` or `url.deleteBatch`
// (a page is made from the description of its resource, which the type checker completes), and the download of a file that
// nobody knows (未知的文件: a file without an address is offered for no download).
describe('every row of the error catalogue (2-data-entry.md §8) has its test', () => {
  it.each(rows)('%s', (_, file, name) => {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(name)
  })
})
