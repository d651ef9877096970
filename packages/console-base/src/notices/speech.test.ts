import { describe, expect, it } from 'vitest'
import { hasLocalVoice, localVoice, speak } from './speech.ts'

const voice = (name: string, lang: string, localService: boolean) =>
  ({ name, lang, localService, default: false, voiceURI: name }) as SpeechSynthesisVoice
const remote = voice('Google 普通话', 'zh-CN', false)
const english = voice('Alex', 'en-US', true)
const local = voice('Ting-Ting', 'zh-CN', true)

/** A loudspeaker that only remembers. */
function mouth(...voices: SpeechSynthesisVoice[]) {
  const said: SpeechSynthesisUtterance[] = []
  const synth = {
    getVoices: () => voices,
    speak: (words: SpeechSynthesisUtterance) => void said.push(words),
  } as unknown as SpeechSynthesis // the part that is used
  const say = (text: string) => speak(text, synth, (words) => ({ text: words }) as SpeechSynthesisUtterance)
  return { synth, said, say }
}

describe('reading aloud (security.md V27)', () => {
  it('uses a Chinese voice of this machine and names it, so that the browser picks no other', () => {
    const { said, say } = mouth(remote, english, local)
    expect(say('3号柜锁未关闭')).toBe(true)
    expect(said).toMatchObject([{ text: '3号柜锁未关闭', voice: local, lang: 'zh-CN' }])
  })
  it('says nothing when the only Chinese voice would send the text away', () => {
    const { synth, said, say } = mouth(remote, english)
    expect(say('3号柜锁未关闭')).toBe(false)
    expect(said).toEqual([])
    expect(hasLocalVoice(synth)).toBe(false)
  })
  it('says nothing without words: a silent alarm stays silent (A15)', () => {
    const { said, say } = mouth(local)
    expect([say(''), say('  ')]).toEqual([false, false])
    expect(said).toEqual([])
  })
  it('cuts what is too long to listen to', () => {
    const { said, say } = mouth(local)
    say('长'.repeat(300))
    expect(said[0]?.text).toHaveLength(100)
  })
  it('knows Chinese by its tag only', () => {
    const found = (lang: string) => localVoice([voice('x', lang, true)]) !== undefined
    expect(['zh', 'zh-CN', 'zh_TW', 'cmn-Hans-CN', 'zhx', 'en'].map(found)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
