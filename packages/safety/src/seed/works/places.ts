/**
 * The rest of the demo works around the five areas and the pump of 3-domain.md §9.0: an ethylene unit with its utilities and
 * its loading bay. Every row follows from the tables below, so that two installations have the same plant.
 */

interface Area {
  readonly id: string
  readonly pid: string
  readonly areaCode: string
  readonly areaName: string
  readonly areaType: string
  readonly riskLevel: number
  readonly hazards?: string
  readonly exZone: string
  readonly fireZone: string
  readonly adjacentCodes?: readonly string[]
  readonly capacity?: number
  readonly dutyPhone: string
  readonly sortNo: number
}

const inUnit = { pid: 'demo-a01', fireZone: '3', dutyPhone: '0571-86010001' }
const inUtilities = { pid: 'demo-a02', fireZone: '2', exZone: 'N', dutyPhone: '0571-86010002' }

export const worksAreas: readonly Area[] = [
  {
    ...inUnit,
    id: 'demo-a0103',
    areaCode: 'A01A03',
    areaName: '裂解炉区',
    areaType: '9',
    riskLevel: 1,
    hazards: '01,02,09',
    exZone: '2',
    adjacentCodes: ['A01A04'],
    capacity: 20,
    sortNo: 3,
  },
  {
    ...inUnit,
    id: 'demo-a0104',
    areaCode: 'A01A04',
    areaName: '急冷区',
    areaType: '9',
    riskLevel: 2,
    hazards: '01,05,09',
    exZone: '2',
    adjacentCodes: ['A01A03', 'A01A05'],
    capacity: 16,
    sortNo: 4,
  },
  {
    ...inUnit,
    id: 'demo-a0105',
    areaCode: 'A01A05',
    areaName: '分离区',
    areaType: '9',
    riskLevel: 1,
    hazards: '01,02,03,06',
    exZone: '2',
    adjacentCodes: ['A01A04'],
    capacity: 16,
    sortNo: 5,
  },
  {
    id: 'demo-a02',
    pid: '0',
    areaCode: 'A02',
    areaName: '公用工程',
    areaType: '2',
    riskLevel: 3,
    exZone: 'N',
    fireZone: '2',
    dutyPhone: '0571-86010002',
    sortNo: 2,
  },
  {
    ...inUtilities,
    id: 'demo-a0201',
    areaCode: 'A02A01',
    areaName: '循环水场',
    areaType: '9',
    riskLevel: 3,
    hazards: '04,05,11',
    capacity: 12,
    sortNo: 1,
  },
  {
    ...inUtilities,
    id: 'demo-a0202',
    areaCode: 'A02A02',
    areaName: '空压制氮站',
    areaType: '3',
    riskLevel: 3,
    hazards: '03,05,13',
    capacity: 8,
    sortNo: 2,
  },
  {
    ...inUtilities,
    id: 'demo-a0203',
    areaCode: 'A02A03',
    areaName: '锅炉房',
    areaType: '3',
    riskLevel: 2,
    hazards: '04,05,09',
    capacity: 10,
    sortNo: 3,
  },
  {
    id: 'demo-a03',
    pid: '0',
    areaCode: 'A03',
    areaName: '装卸站台',
    areaType: '2',
    riskLevel: 2,
    hazards: '01,02,14',
    exZone: '1',
    fireZone: '3',
    capacity: 12,
    dutyPhone: '0571-86010003',
    sortNo: 3,
  },
]

/** The territory of everything is production's but the loading bay's; who maintains may work everywhere. */
export const worksDepartAreas = [
  ...worksAreas.map(({ id, areaCode }) => ({
    departId: areaCode.startsWith('A03') ? 'demo-d50' : 'demo-d10',
    areaId: id,
    areaCode,
    relType: 1,
  })),
  ...(['demo-a02', 'demo-a03'] as const).flatMap((areaId) => {
    const areaCode = areaId === 'demo-a02' ? 'A02' : 'A03'
    return [
      { departId: 'demo-d20', areaId, areaCode, relType: 2 },
      { departId: 'demo-d30', areaId, areaCode, relType: 3 },
      { departId: 'demo-d40', areaId, areaCode, relType: 2 },
    ]
  }),
  { departId: 'demo-d40', areaId: 'demo-a01', areaCode: 'A01', relType: 2 },
]

/** What stands where: area, kind, tags with names. */
const standing: readonly (readonly [areaId: string, kind: Kind, ...equipment: readonly string[]])[] = [
  ['demo-a0101', 'compressor', 'C-101A 裂解气压缩机 A', 'C-101B 裂解气压缩机 B', 'C-201 丙烯制冷压缩机'],
  ['demo-a0101', 'pump', 'P-102 润滑油泵', 'P-103 密封油泵'],
  ['demo-a0101', 'vessel', 'E-101 段间冷却器', 'V-110 段间分液罐'],
  [
    'demo-a0102',
    'pump',
    'P-201A 石脑油泵 A',
    'P-201B 石脑油泵 B',
    'P-202A 加氢尾油泵 A',
    'P-202B 加氢尾油泵 B',
  ],
  ['demo-a0102', 'tank', 'T-102 石脑油储罐', 'T-103 加氢尾油储罐'],
  [
    'demo-a0103',
    'furnace',
    'F-101 裂解炉 1 号',
    'F-102 裂解炉 2 号',
    'F-103 裂解炉 3 号',
    'F-104 裂解炉 4 号',
  ],
  [
    'demo-a0103',
    'fan',
    'K-101 1 号炉引风机',
    'K-102 2 号炉引风机',
    'K-103 3 号炉引风机',
    'K-104 4 号炉引风机',
  ],
  ['demo-a0104', 'pump', 'P-301A 急冷油泵 A', 'P-301B 急冷油泵 B', 'P-302A 急冷水泵 A', 'P-302B 急冷水泵 B'],
  ['demo-a0104', 'vessel', 'T-201 急冷油塔', 'E-301 急冷油换热器', 'E-302 急冷水换热器'],
  ['demo-a0105', 'vessel', 'T-301 脱甲烷塔', 'T-302 脱乙烷塔', 'E-401 塔底再沸器', 'E-402 塔顶冷凝器'],
  ['demo-a0105', 'pump', 'P-401A 回流泵 A', 'P-401B 回流泵 B', 'P-402A 塔底泵 A', 'P-402B 塔底泵 B'],
  ['demo-a0201', 'pump', 'P-501A 循环水泵 A', 'P-501B 循环水泵 B', 'P-501C 循环水泵 C'],
  ['demo-a0201', 'fan', 'CT-501A 冷却塔风机 A', 'CT-501B 冷却塔风机 B', 'CT-501C 冷却塔风机 C'],
  ['demo-a0202', 'compressor', 'C-601A 空气压缩机 A', 'C-601B 空气压缩机 B'],
  ['demo-a0202', 'vessel', 'D-601A 吸附干燥器 A', 'D-601B 吸附干燥器 B', 'V-601 仪表风储罐'],
  ['demo-a0203', 'furnace', 'B-701A 蒸汽锅炉 A', 'B-701B 蒸汽锅炉 B'],
  ['demo-a0203', 'pump', 'P-701A 锅炉给水泵 A', 'P-701B 锅炉给水泵 B'],
  ['demo-a0203', 'fan', 'K-701A 鼓风机 A', 'K-701B 鼓风机 B'],
  ['demo-a03', 'pump', 'P-801A 装车泵 A', 'P-801B 装车泵 B'],
  ['demo-a03', 'arm', 'LA-801 1 号装车臂', 'LA-802 2 号装车臂', 'LA-803 3 号装车臂', 'LA-804 4 号装车臂'],
]

type Kind = 'pump' | 'compressor' | 'fan' | 'furnace' | 'vessel' | 'tank' | 'arm'

/** How an energy comes to equipment of a kind, and what holds it back. */
interface Feed {
  readonly mark: string
  readonly name: string
  readonly energy: 'power' | 'process' | 'fuel' | 'steam' | 'mechanical'
}

const feeds: Readonly<Record<Kind, readonly Feed[]>> = {
  pump: [
    { mark: 'Q', name: '断路器', energy: 'power' },
    { mark: 'V1', name: '进口阀', energy: 'process' },
    { mark: 'V2', name: '出口阀', energy: 'process' },
  ],
  compressor: [
    { mark: 'Q', name: '断路器', energy: 'power' },
    { mark: 'V1', name: '吸入阀', energy: 'process' },
    { mark: 'V2', name: '排出阀', energy: 'process' },
  ],
  fan: [
    { mark: 'Q', name: '断路器', energy: 'power' },
    { mark: 'M', name: '叶轮防转销', energy: 'mechanical' },
  ],
  furnace: [
    { mark: 'V1', name: '燃料气阀', energy: 'fuel' },
    { mark: 'V2', name: '进料阀', energy: 'process' },
    { mark: 'V3', name: '蒸汽阀', energy: 'steam' },
  ],
  vessel: [
    { mark: 'V1', name: '进口阀', energy: 'process' },
    { mark: 'V2', name: '出口阀', energy: 'process' },
  ],
  tank: [
    { mark: 'V1', name: '进料阀', energy: 'process' },
    { mark: 'V2', name: '出料阀', energy: 'process' },
  ],
  arm: [{ mark: 'V1', name: '切断阀', energy: 'process' }],
}

/** How each energy is held back and how its absence is proven. */
const holding = {
  power: {
    pointType: 'BRK',
    energyType: 'E',
    energyLevel: '0.4 kV',
    normalPos: 'ON',
    safePos: 'OFF',
    isoMethod: 'E1',
    verifyMethods: '2,5',
    verifyLimit: '0 V',
  },
  process: {
    pointType: 'VLV',
    energyType: 'H',
    energyLevel: '1.6 MPa',
    normalPos: 'OPEN',
    safePos: 'SHUT',
    isoMethod: 'V2',
    verifyMethods: '3,4',
    verifyLimit: '≤0.00 MPa',
  },
  fuel: {
    pointType: 'VLV',
    energyType: 'C',
    energyLevel: '0.4 MPa',
    normalPos: 'OPEN',
    safePos: 'SHUT',
    isoMethod: 'V1',
    verifyMethods: '3,4',
    verifyLimit: '≤0.00 MPa',
  },
  steam: {
    pointType: 'VLV',
    energyType: 'T',
    energyLevel: '1.0 MPa 蒸汽',
    normalPos: 'OPEN',
    safePos: 'SHUT',
    isoMethod: 'V2',
    verifyMethods: '3,6',
    verifyLimit: '≤0.00 MPa',
  },
  mechanical: {
    pointType: 'PIN',
    energyType: 'M',
    energyLevel: '叶轮自转',
    normalPos: 'OUT',
    safePos: 'IN',
    isoMethod: 'M1',
    verifyMethods: '5,7',
    verifyLimit: '0 mm',
  },
} as const

const equipTypes: Readonly<Record<Kind, string>> = {
  pump: '1',
  compressor: '1',
  fan: '1',
  furnace: '2',
  vessel: '2',
  tank: '6',
  arm: '5',
}

/** Where the energies of an area come from; fed by name so that neighbours hang on the same bus and header. */
const sourceNames: Readonly<
  Record<Feed['energy'], readonly [code: string, name: string, magnitude: string]>
> = {
  power: ['MCC', '0.4 kV 母线', '0.4 kV'],
  process: ['PL', '工艺总管', '1.6 MPa'],
  fuel: ['FG', '燃料气总管', '0.4 MPa'],
  steam: ['LS', '低压蒸汽总管', '1.0 MPa'],
  mechanical: ['ROT', '叶轮惯性与自转', '—'],
}

const areaCodeOf = new Map<string, string>([
  ['demo-a0101', 'A01A01'],
  ['demo-a0102', 'A01A02'],
  ...worksAreas.map(({ id, areaCode }) => [id, areaCode] as const),
])

export interface WorksEquip {
  readonly id: string
  readonly equipCode: string
  readonly equipName: string
  readonly areaId: string
  readonly areaCode: string
  readonly equipType: string
  readonly energySummary: string
  readonly status: 1
}

export interface WorksPoint {
  readonly id: string
  readonly pointCode: string
  readonly pointName: string
  readonly equipId: string
  readonly areaId: string
  readonly areaCode: string
  readonly energyType: string
  readonly energyLevel: string
  readonly verifyMethods: string
  readonly verifyLimit: string
  readonly qrCode: string
}

interface Placed extends WorksEquip {
  readonly kind: Kind
}

const idOf = (tag: string): string => tag.toLowerCase().replaceAll('-', '')

const placed: readonly Placed[] = standing.flatMap(([areaId, kind, ...equipment]) =>
  equipment.map((each) => {
    const [tag = '', ...rest] = each.split(' ')
    const levels = [...new Set(feeds[kind].map(({ energy }) => holding[energy].energyLevel))]
    return {
      id: `demo-${idOf(tag)}`,
      equipCode: tag,
      equipName: `${rest.join(' ')} ${tag}`,
      areaId,
      areaCode: areaCodeOf.get(areaId) ?? '',
      equipType: equipTypes[kind],
      energySummary: levels.join('；'),
      status: 1,
      kind,
    }
  }),
)

export const worksEquips: readonly WorksEquip[] = placed.map(({ kind: _kind, ...row }) => row)

export const worksPoints: readonly WorksPoint[] = placed.flatMap((equip) =>
  feeds[equip.kind].map(({ mark, name, energy }, index) => ({
    id: `${equip.id}-${mark.toLowerCase()}`,
    pointCode: `${equip.equipCode}-${mark}`,
    pointName: `${equip.equipCode} ${name}`,
    equipId: equip.id,
    areaId: equip.areaId,
    areaCode: equip.areaCode,
    ...holding[energy],
    lockCount: 1,
    seqDefault: index + 1,
    nfcUid: `NFC-${equip.equipCode}-${mark}`,
    qrCode: `PT-${equip.equipCode}-${mark}`,
    status: 1,
  })),
)

const sourceId = (areaId: string, energy: Feed['energy'], equipId: string): string =>
  // What turns by itself is a source of its own; a bus and a header are shared.
  energy === 'mechanical'
    ? `demo-n-rot-${equipId.slice(5)}`
    : `demo-n-${sourceNames[energy][0].toLowerCase()}-${areaId.slice(5)}`

/** Sources of each area, and each piece of equipment. */
export const worksEnergyNodes = [
  ...new Map(
    placed.flatMap(({ id, areaId, areaCode, equipCode, kind }) =>
      feeds[kind].map(({ energy }) => {
        const [code, name, magnitude] = sourceNames[energy]
        const own = energy === 'mechanical'
        const node = {
          id: sourceId(areaId, energy, id),
          nodeCode: own ? `${code}-${equipCode}` : `${code}-${areaCode}`,
          nodeName: own ? `${equipCode} ${name}` : `${areaCode} ${name}`,
          nodeType: 'SOURCE',
          energyType: holding[energy].energyType,
          magnitude,
        }
        return [node.id, node] as const
      }),
    ),
  ).values(),
  ...placed.map(({ id, equipCode, equipName }) => ({
    id: `demo-n-${id.slice(5)}`,
    nodeCode: equipCode,
    nodeName: equipName,
    nodeType: 'EQUIP',
    equipId: id,
  })),
]

export const worksEnergyEdges = placed.flatMap(({ id, areaId, kind }) =>
  feeds[kind].map(({ mark, energy }) => ({
    id: `demo-e-${id.slice(5)}-${mark.toLowerCase()}`,
    fromId: sourceId(areaId, energy, id),
    toId: `demo-n-${id.slice(5)}`,
    pointId: `${id}-${mark.toLowerCase()}`,
  })),
)
