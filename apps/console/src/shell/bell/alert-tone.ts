/** Three rising beeps, made by the browser: no file, and heard over a running machine. Silent where sound is not allowed. */
export function playAlert(): void {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.connect(audio.destination)
  for (const [index, frequency] of [660, 880, 1100].entries()) {
    const tone = audio.createOscillator()
    tone.type = 'square'
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + index * 0.22)
    tone.stop(audio.currentTime + index * 0.22 + 0.16)
  }
  gain.gain.value = 0.12
  setTimeout(() => void audio.close(), 1500)
}

/** Reads a short text aloud with the browser's own voice; nothing leaves the machine (3-domain.md §3.8). */
export function speak(text: string): void {
  if (text === '' || !('speechSynthesis' in globalThis)) return
  const words = new SpeechSynthesisUtterance(text)
  words.lang = 'zh-CN'
  speechSynthesis.speak(words)
}
