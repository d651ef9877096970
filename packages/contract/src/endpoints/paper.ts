import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { labelSizes, type Paper } from '../paper.ts'
import { ticketBase, ticketId, ticketMove, ticketMoveInput } from './work-ticket.ts'

/** Papers (3-domain.md §3.7 print, §6.3): whoever may see something may print it. */
const inArea = z.object({ areaCode: z.string().trim().max(64).default('') })
const reading = { permission: 'lo:work:list', orNamed: true } as const

export const paperEndpoints = {
  /** What stands on the paper of a ticket, for the page to print. */
  ticket: defineEndpoint<Paper>()({
    methods: ['GET'],
    path: `${ticketBase}/paper`,
    title: '工作票票面',
    access: reading,
    input: z.object({ id: ticketId }),
  }),
  /** The same as PDF. */
  ticketPdf: defineEndpoint<null>()({
    methods: ['GET'],
    path: `${ticketBase}/print`,
    title: '打印工作票',
    access: reading,
    sendsFile: true,
    input: z.object({ id: ticketId }),
  }),
  /** Points, locks and tags of a ticket in their order, to be carried along and ticked by hand. */
  isolation: defineEndpoint<Paper>()({
    methods: ['GET'],
    path: `${ticketBase}/isolationPaper`,
    title: '隔离清单',
    access: reading,
    input: z.object({ id: ticketId }),
  }),
  isolationPdf: defineEndpoint<null>()({
    methods: ['GET'],
    path: `${ticketBase}/isolationPrint`,
    title: '打印隔离清单',
    access: reading,
    sendsFile: true,
    input: z.object({ id: ticketId }),
  }),
  /** The tags of a ticket, four on a page; says nothing about whether they came out of the printer (`tagPrint`). */
  tagsPdf: defineEndpoint<null>()({
    methods: ['GET'],
    path: `${ticketBase}/tagsPdf`,
    title: '打印标牌',
    access: reading,
    sendsFile: true,
    /** `pointIds` joined by commas; all of the ticket's tags where it is empty. */
    input: z.object({ id: ticketId, pointIds: z.string().max(4000).default('') }),
  }),
  /** Somebody holds the printed tags in his hand (LoWorkTag 已打印). */
  tagPrint: ticketMove({
    methods: ['POST'],
    path: `${ticketBase}/tagPrint`,
    title: '登记标牌已打印',
    access: reading,
    input: z.object({
      ...ticketMoveInput,
      pointIds: z.array(ticketId).min(1, '请选择已打印的标牌').max(200, '一次最多登记 200 张标牌'),
    }),
  }),
  /** Labels of locks, points or areas that the caller's lists show. */
  labelsPdf: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/lolabel/loLabel/print',
    title: '打印标签',
    access: 'signedIn',
    sendsFile: true,
    input: z.object({
      kind: z.enum(['LOCK', 'POINT', 'AREA'], '请选择锁具、隔离点或区域'),
      ids: z
        .array(z.string().min(1).max(32))
        .min(1, '请选择要打印标签的行')
        .max(500, '一次最多打印 500 张标签'),
      size: z.enum(labelSizes, '请选择标签尺寸'),
      codeKind: z.enum(['qr', 'code128']).default('qr'),
      /** Labels of the first sheet that were used before. */
      skip: z.number().int().min(0, '已用张数须为 0 或更大').max(64, '已用张数不能超过一页').default(0),
    }),
  }),
  /** What is under way now, as it hangs at the board of a control room. */
  board: defineEndpoint<Paper>()({
    methods: ['GET'],
    path: '/loboard/loBoard/paper',
    title: '许可看板清单',
    access: { permission: 'lo:board:list' },
    input: inArea,
  }),
  boardPdf: defineEndpoint<null>()({
    methods: ['GET'],
    path: '/loboard/loBoard/print',
    title: '打印许可看板清单',
    access: { permission: 'lo:board:list' },
    sendsFile: true,
    input: inArea,
  }),
  /**
   * The page behind the QR of a paper, for whoever holds it: a code of 128 random bits names the paper. Says the number, the
   * state, the hashes, whether the chain verifies, and names; nothing else.
   */
  check: defineEndpoint<null>()({
    methods: ['GET'],
    path: `${ticketBase}/check/:code`,
    title: '核对纸质工作票',
    access: 'public',
    // Any text: whatever is no code gets the same page as a code that no paper has.
    input: z.object({ code: z.string() }),
  }),
} as const
