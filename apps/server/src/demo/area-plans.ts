import { seededRandom } from '@suoan/kit/id'
import type { Context } from '@suoan/platform/context'
import { newStoredPath, storedPath } from '@suoan/platform/resource/stored-path'
import { worksEquips } from '@suoan/safety/seed/works/places'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createCanvas, type Canvas } from './canvas.ts'

const paper = [252, 252, 250] as const
const hair = [228, 230, 232] as const
const wall = [64, 68, 74] as const
const pipe = [128, 150, 166] as const
const ink = [40, 72, 110] as const
const fill = [214, 226, 238] as const
const point = [198, 40, 40] as const

const width = 960
const height = 640

/** Draws the plan of every demo area that has none yet, or one that nobody is given, and stores it as its plan file. */
export async function drawAreaPlans(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; areaType: string | null }>`
    select a.id, a.area_type from lo_area a, demo_plant
    where a.tenant_id = 0 and a.id like 'demo-a%' and a.del_flag = 0
      and (a.plan_file is null or a.plan_file !~ ${storedPath.source}) order by a.id`.execute(ctx.db)
  for (const [index, { id }] of rows.entries()) {
    const content = planOf(id, index)
    const now = ctx.clock.now()
    const path = newStoredPath(now, 'png')
    await ctx.blobs.put({ tenantId: 0, path }, Readable.from([content]))
    await ctx.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('storedFile')
        .values({
          path,
          tenantId: 0,
          originalName: '平面图.png',
          mediaType: 'image/png',
          size: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
          userId: 'admin',
          createTime: new Date(now),
        })
        .execute()
      await sql`update lo_area set plan_file = ${path} where id = ${id}
        and (plan_file is null or plan_file !~ ${storedPath.source})`.execute(tx)
    })
  }
}

/** Walls, pipe rack, and the equipment of the area in rows; the same area has the same plan everywhere. */
function planOf(areaId: string, index: number): Buffer {
  const canvas = createCanvas(width, height, paper)
  for (let x = 40; x < width; x += 40) canvas.rect(x, 0, 1, height, hair)
  for (let y = 40; y < height; y += 40) canvas.rect(0, y, width, 1, hair)
  canvas.frame(40, 40, width - 80, height - 80, 6, wall)
  // Two gates, and the way between them.
  canvas.rect(40, 300, 6, 60, paper)
  canvas.rect(width - 46, 300, 6, 60, paper)
  canvas.rect(46, 296, width - 92, 2, wall)
  canvas.rect(46, 362, width - 92, 2, wall)
  canvas.rect(60, 128, width - 120, 10, pipe)
  canvas.rect(60, 520, width - 120, 10, pipe)
  const own = worksEquips.filter(({ areaId: at }) => at === areaId)
  const random = seededRandom(index + 3)
  const shown = own.length > 0 ? own.map(({ equipType }) => equipType) : ['1', '3', '2', '3', '1']
  const columns = Math.ceil(shown.length / 2)
  for (const [n, type] of shown.entries()) {
    const isAbove = n < columns
    const x = 110 + ((n % columns) + 0.5) * ((width - 220) / columns)
    const y = (isAbove ? 216 : 440) + Math.round((random() - 0.5) * 20)
    canvas.rect(x - 3, isAbove ? 138 : y, 6, isAbove ? y - 138 : 520 - y, pipe)
    canvas.rect(x - 7, isAbove ? 156 : 494, 14, 14, point)
    symbol(canvas, type, x, y)
  }
  return canvas.png(`plan ${areaId}`)
}

function symbol(canvas: Canvas, type: string, x: number, y: number): void {
  if (type === '6') {
    canvas.disc(x, y, 44, fill)
    canvas.ring(x, y, 44, 3, ink)
    canvas.ring(x, y, 30, 2, ink)
  } else if (type === '1') {
    canvas.rect(x - 34, y - 14, 30, 28, fill)
    canvas.frame(x - 34, y - 14, 30, 28, 3, ink)
    canvas.disc(x + 12, y, 22, fill)
    canvas.ring(x + 12, y, 22, 3, ink)
  } else if (type === '5') {
    canvas.rect(x - 46, y - 5, 92, 10, fill)
    canvas.frame(x - 46, y - 5, 92, 10, 2, ink)
    canvas.disc(x - 46, y, 10, ink)
  } else {
    canvas.rect(x - 30, y - 40, 60, 80, fill)
    canvas.frame(x - 30, y - 40, 60, 80, 3, ink)
    canvas.rect(x - 30, y - 14, 60, 2, ink)
    canvas.rect(x - 30, y + 14, 60, 2, ink)
  }
}
