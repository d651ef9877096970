import { describe, expect, it } from 'vitest'
import { cleanPasted } from './index.ts'

const pasted = (html: string) =>
  cleanPasted(html, (address) => (address.startsWith('/static/') ? address : null))
const htmlOf = (html: string) => pasted(html).html

/** A page as Word and WPS put it on the clipboard. */
const word = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office">
<head><meta name=Generator content="Microsoft Word 15"><link rel=File-List href="file:///C:/x/filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"宋体"} @page Section1 {size:595.3pt} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`

const item = (level: number, marker: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings;mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]><span style='font-family:宋体'>${words}<o:p></o:p></span></p>\n`

describe('a text of Word or WPS', () => {
  it('is its words with their weight, without fonts, sizes, indents, comments and settings', () => {
    expect(
      htmlOf(
        word(
          `<p class=MsoNormal align=center style='text-align:center;mso-pagination:widow-orphan'><b><span style='font-size:16.0pt;font-family:"微软雅黑",sans-serif;color:black'>停电<o:p></o:p></span></b></p>
<p class=MsoNormal><span style='font-weight:bold'>粗</span><span style='font-style:italic'>斜</span><span style='text-decoration:underline line-through'>线</span><span lang=EN-US><o:p>&nbsp;</o:p></span></p>`,
        ),
      ),
    ).toBe(
      '<p style="text-align: center"><strong>停电</strong></p>\n<p><strong>粗</strong><em>斜</em><u><s>线</s></u>&nbsp;</p>',
    )
  })

  it('has its colours as those of the palette, and the black and white of the page not at all', () => {
    expect(
      htmlOf(
        word(
          `<p><span style='color:red'>红</span><span style='color:windowtext;background:white'>黑</span><span style='color:#0070C0;mso-highlight:yellow;background:yellow'>蓝</span></p>`,
        ),
      ),
    ).toBe(
      '<p><span style="color: #cf1322">红</span>黑<span style="color: #0958d9; background-color: #fff1b8">蓝</span></p>',
    )
  })

  it('has its lists as lists, numbered and nested, and ends them before the next paragraph', () => {
    expect(
      htmlOf(
        word(
          `${item(1, '1.', '一')}${item(2, 'l', '甲')}${item(2, 'l', '乙')}${item(1, '2.', '二')}<p>后</p>`,
        ),
      ),
    ).toBe('<ol><li>一\n<ul><li>甲\n</li><li>乙\n</li></ul></li><li>二\n</li></ol><p>后</p>')
    expect(htmlOf(word(item(1, '·', '点')))).toBe('<ul><li>点\n</li></ul>')
    expect(htmlOf(word(item(1, '（一）', '条')))).toBe('<ol><li>条\n</li></ol>')
  })

  it('has its tables with joined cells, without their widths and borders', () => {
    expect(
      htmlOf(
        word(
          `<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=276 colspan=2 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;background:#FF0000'><p class=MsoNormal>甲<o:p></o:p></p></td></tr></table>`,
        ),
      ),
    ).toBe('<table><tr><td colspan="2"><p>甲</p></td></tr></table>')
  })

  it('tells of the pictures it could not bring', () => {
    const { html, ...pictures } = pasted(
      word(
        `<p><!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/a/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=200 src="file:///C:/a/clip_image002.png" v:shapes="x"><![endif]><img src="https://e.cn/a.png" alt="泵"><img src="data:image/png;base64,AAAA"><img src="/static/a.png"></p>`,
      ),
    )
    expect(pictures).toEqual({
      localPictures: 1,
      foreignPictures: 1,
      ownPictures: ['data:image/png;base64,AAAA'],
    })
    expect(html).toBe(
      '<p><a href="https://e.cn/a.png" target="_blank" rel="noopener noreferrer">泵</a><img src="/static/a.png" alt=""></p>',
    )
  })
})

it('a text of a page keeps its structure; the weight of a wrapper that is not bold is nobody’s', () => {
  expect(
    htmlOf(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">甲</span><span style="font-weight:400">乙</span></p></b>`,
    ),
  ).toBe('<p><strong>甲</strong>乙</p>')
  expect(htmlOf('<div>一<script>x()</script></div><div onclick=x()>二</div>')).toBe('<p>一</p><p>二</p>')
})

it('a megabyte of spans is read once', () => {
  const { html } = pasted('<p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">'.repeat(15_000))
  expect(html.length).toBeLessThan(100_000)
})
