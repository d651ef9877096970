import type { Context, Tx } from '@suoan/platform/context'
import { newStoredPath, storedPath } from '@suoan/platform/resource/stored-path'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createCanvas, type Canvas } from './canvas.ts'
import { layoutOf, planHeight as height, planWidth as width, type Drawn } from './plan-layout.ts'

const paper = [252, 252, 250] as const
const hair = [228, 230, 232] as const
const wall = [64, 68, 74] as const
const pipe = [128, 150, 166] as const
const ink = [40, 72, 110] as const
const fill = [214, 226, 238] as const
const point = [198, 40, 40] as const

/**
 * Draws the plan of every demo area that has none yet, or one that nobody is given, stores it as its plan file, and marks on it
 * the points, the fixed locks and the areas below that have no mark.
 */
export async function drawAreaPlans(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; areaType: string | null }>`
    select a.id, a.area_type from lo_area a, demo_plant
    where a.tenant_id = 0 and a.id like 'demo-a%' and a.del_flag = 0
      and (a.plan_file is null or a.plan_file !~ ${storedPath.source}) order by a.id`.execute(ctx.db)
  for (const { id } of rows) {
    const content = planOf(id)
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
      await markPlan(tx, id)
    })
  }
}

async function markPlan(tx: Tx, areaId: string): Promise<void> {
  const { points, rooms } = layoutOf(areaId)
  const { rows: locks } = await sql<{ id: string }>`select id from lo_lock
    where tenant_id = 0 and area_id = ${areaId} and custody = 2 and point_id is null and del_flag = 0 order by id`.execute(
    tx,
  )
  const marks = {
    lo_point: points,
    lo_area: rooms,
    // Doors and cabinets: along the way, where nothing else stands.
    lo_lock: locks.map(({ id }, n) => ({ id, x: 110 + (n % 8) * 100, y: 330 })),
  }
  for (const [table, drawn] of Object.entries(marks))
    await sql`update ${sql.id(table)} t set plan_x = s.x, plan_y = s.y
      from json_to_recordset(${JSON.stringify(drawn.map(partOfPlan))}::json) as s(id text, x numeric, y numeric)
      where t.id = s.id and t.plan_x is null`.execute(tx)
}

const partOfPlan = ({ id, x, y }: Drawn) => ({ id, x: x / width, y: y / height })

/** Walls, pipe rack, the equipment of the area in rows with its points, and the areas below as rooms. */
function planOf(areaId: string): Buffer {
  const { equips, points, rooms } = layoutOf(areaId)
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
  const roomHeight = equips.length > 0 ? 60 : 160
  for (const { x, y } of rooms) {
    canvas.rect(x - 90, y - roomHeight / 2, 180, roomHeight, paper)
    canvas.frame(x - 90, y - roomHeight / 2, 180, roomHeight, 4, wall)
  }
  for (const { x, y, isAbove, equipType } of equips) {
    canvas.rect(x - 3, isAbove ? 138 : y, 6, isAbove ? y - 138 : 520 - y, pipe)
    symbol(canvas, equipType, x, y)
  }
  for (const { x, y } of points) canvas.rect(x - 6, y - 6, 12, 12, point)
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
