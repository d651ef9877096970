import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHtml, writeHtml } from './html-table.ts'

/** What the spreadsheet programs put around the rows. */
const excel = (rows: string): string =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel">
<head><meta name=Generator content="Microsoft Excel 15"><style>
<!--table {mso-displayed-decimal-separator:"\\.";} td {white-space:nowrap;} <table><tr><td>no</td></tr></table>-->
</style></head>
<body link="#0563C1">
<table border=0 cellpadding=0 width=128 style='border-collapse:collapse'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 ${rows}
<!--EndFragment-->
</table>
</body></html>`

describe('readHtml', () => {
  it('reads what Excel writes: values as shown, entities, wrapped source, line breaks', () => {
    expect(
      readHtml(
        excel(` <tr height=19 style='height:14.4pt'>
  <td height=19 class=xl65 width=64 style='font-family:"Arial>"'>编号</td>
  <td class=xl65 align=right x:num="46349.5">46,349.50</td>
 </tr>
 <tr height=38>
  <td>a &lt; b &amp;&#32;c&nbsp;d</td>
  <td>第一行<br
    style='mso-data-placement:same-cell'>
    第二行 is
    long<span style='mso-spacerun:yes'>  </span>text</td>
 </tr>`),
      ),
    ).toEqual([
      ['编号', '46,349.50'],
      ['a < b & c d', '第一行\n第二行 is long text'],
    ])
  })

  it('a row of Excel for older programs is no row', () => {
    const rows = `<tr><td colspan=2>a</td></tr>
 <![if supportMisalignedColumns]>
 <tr height=0 style='display:none'><td width=64></td><td width=64></td></tr>
 <![endif]>`
    expect(readHtml(excel(rows))).toEqual([['a', '']])
  })

  it('reads what LibreOffice writes: a break in an empty cell, fonts, comments', () => {
    expect(
      readHtml(`<!DOCTYPE html><html><head><title>x</title></head><body>
<table cellspacing="0" border="0"><colgroup width="85"></colgroup>
<tr><td height="17" align="left"><font face="Liberation Sans">a</font></td><td><br></td></tr>
<tr><td align="right" sdval="1.5" sdnum="2052;">1.5<!-- note --></td><td><b>b</b> <i>c</i></td></tr></table></body></html>`),
    ).toEqual([
      ['a', ''],
      ['1.5', 'b c'],
    ])
  })

  it('merged cells are their text and then empty ones', () => {
    expect(
      readHtml(`<table><tr><td rowspan=3>a<td colspan="2">b<td>c
<tr><td>d<td rowspan='2' colspan=2>e
<tr><td>f
<tr><td>g</table>`),
    ).toEqual([['a', 'b', '', 'c'], ['', 'd', 'e', ''], ['', 'f', '', ''], ['g']])
  })

  it('a merged cell that reaches beyond the last row, or stands at the end of a row, shifts nothing', () => {
    expect(readHtml('<table><tr><td>a<td rowspan=9>b<tr><td>c<tr></tr><tr><td>d<td>e</table>')).toEqual([
      ['a', 'b'],
      ['c', ''],
      ['', ''],
      ['d', '', 'e'],
    ])
  })

  it('paragraphs of a cell are its lines', () => {
    expect(
      readHtml(
        '<TABLE><TBODY><TR><TD><P>a</P><P>b<BR></P> <p>c</p></TD><TD><div>d</div></TD></TR></TBODY></TABLE>',
      ),
    ).toEqual([['a\nb\nc', 'd']])
  })

  it('a table within a cell is text of the cell', () => {
    expect(
      readHtml(
        '<table><tr><td>a<table><tr><td>b</td><td>c</td></tr><tr><td>d</td></tr></table>e</td><td>f</td></tr></table>',
      ),
    ).toEqual([['a\nb c\nd\ne', 'f']])
  })

  it.each([
    ['no HTML', 'a\tb'],
    ['nothing', ''],
    ['no table', '<p>a</p></table>'],
    ['an empty table', '<table><tr></tr></table>'],
    ['a table in a comment', '<!-- <table><tr><td>a</td></tr></table> -->'],
    ['a tag that never ends', '<table border="1><tr><td>a</td></tr></table>'],
    [
      'more cells than anybody copies',
      `<table>${'<tr><td colspan=1000 rowspan=65534>a'.repeat(2000)}</table>`,
    ],
  ])('%s has no cells', (_, html) => expect(readHtml(html)).toBeNull())

  it('signs that are no markup are text', () => {
    expect(readHtml("<table><tr><td>1 < 2 &foo; &#0; <3<td title='<td>'>it's</table>")).toEqual([
      ['1 < 2 &foo; &#0; <3', "it's"],
    ])
  })

  it('scripts run nowhere and belong to no cell', () => {
    expect(
      readHtml('<table><tr><td>a<script>alert("<td>")</script><style>td{}</style>b</td></tr></table>'),
    ).toEqual([['ab']])
  })

  it.each([
    '<table><tr><td>',
    '<td ',
    '<td a="',
    '<!--',
    '<style>',
    '<',
    '&#',
    '<br>',
    ' \n',
    '<p>',
    '<td x = ',
    '<![if supportMisalignedColumns]>',
    '<td colspan',
  ])('reads %j 20,000 times', (part) => {
    for (const html of [part.repeat(20_000), `<table><tr><td>${part.repeat(20_000)}`])
      expect([true, false]).toContain(readHtml(html) === null)
  })

  it('reads 10,000 cells', () => {
    const cells = Array.from({ length: 500 }, (_, y) => Array.from({ length: 20 }, (__, x) => `${x}\n${y}`))
    expect(readHtml(writeHtml(cells))).toEqual(cells)
  })
})

describe('writeHtml', () => {
  it('is one table in which nothing is markup or a formula, and texts stay texts', () => {
    expect(
      writeHtml([
        ['<b>"&', '=1+1', '-1.5'],
        ['0012', '110105194912310021', 'a\nb'],
      ]),
    ).toBe(
      `<table><tr><td style="mso-number-format:'\\@'">&lt;b&gt;&quot;&amp;</td><td style="mso-number-format:'\\@'">'=1+1</td><td>-1.5</td></tr>` +
        `<tr><td style="mso-number-format:'\\@'">0012</td><td style="mso-number-format:'\\@'">110105194912310021</td>` +
        `<td style="mso-number-format:'\\@'">a<br style="mso-data-placement:same-cell">b</td></tr></table>`,
    )
  })

  it('what was written is read as it was, but for the kind of line breaks and of spaces', () => {
    const meaning = [' ', '\n', '\r', '\t', '<', '>', '&', '"', "'", '=', '1', 'a', '&#32;', '<br>', '阀']
    const sign = fc.nat(meaning.length - 1).map((n) => meaning[n])
    const cell = fc.oneof(
      fc.array(sign).map((signs) => signs.join('')),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\u00A0', ' ')),
    )
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(rows, (cells) => {
        expect(readHtml(writeHtml(cells))).toEqual(
          cells.map((row) => row.map((text) => text.replaceAll(/\r\n?/g, '\n'))),
        )
      }),
    )
  })

  it('a no-break space comes back as a space', () => {
    expect(readHtml(writeHtml([['a\u00A0b', '\u00A0']]))).toEqual([['a b', '']])
  })
})
