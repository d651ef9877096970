import type { TicketDetail } from '@suoan/contract'
import { workTicketEndpoints as tickets } from '@suoan/contract'
import { systemClock } from '@suoan/kit/clock'
import { newUlid } from '@suoan/kit/id'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../request/call.ts'
import { RequestFailure } from '../../../request/failure.ts'
import { showRefusal } from '../../../refusal/show-refusal.tsx'
import { forgetDirtyTab, useDirty } from '../../../shell/dirty-tabs.ts'
import { feedback } from '../../../shell/feedback.ts'
import { TabKey } from '../../../shell/tab-store.ts'
import { detailQuery, ticketKey } from '../ticket-queries.ts'
import { differingParts, draftOf, draftProblems, wireDraft } from './draft-model.ts'
import type { Draft } from './draft-model.ts'

/** A draft is kept by itself this long after the last change, once it has been saved for the first time. */
const autosaveMs = 5_000
/** Envelope code of a write that came after somebody else's. */
const staleCode = 4090

/** The draft on the screen: its changes, saving by hand and by itself, and what to do when somebody else was faster. */
export function useDraft(initial: Draft, stored: TicketDetail | null, onFirstSave: (id: string) => void) {
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(stored ? initial : null)
  const [revision, setRevision] = useState(stored?.ticket.revision)
  const [saving, setSaving] = useState(false)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const [showProblems, setShowProblems] = useState(false)
  const client = useQueryClient()
  const tab = useContext(TabKey)
  const id = stored?.ticket.id
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved ?? initial)
  const problems = draftProblems(draft)
  useDirty(isDirty)

  /** Gives the ticket's id, or null when it could not be kept. */
  const save = async (how: 'press' | 'auto', over?: { revision: number }): Promise<string | null> => {
    if (Object.keys(problems).length > 0) {
      setShowProblems(true)
      if (how === 'press') void feedback().message.warning(Object.values(problems)[0])
      return null
    }
    const kept = draft
    setSaving(true)
    try {
      const at = over?.revision ?? revision
      const input = { ...wireDraft(kept), clientOpId: newUlid(), ...(id ? { id, revision: at } : {}) }
      const detail = await call(tickets.saveDraft, input, { quiet: true })
      client.setQueryData(detailQuery(detail.ticket.id).queryKey, detail)
      void client.invalidateQueries({ queryKey: [...ticketKey, 'list'] })
      setSaved(kept)
      setRevision(detail.ticket.revision)
      setSavedAt(systemClock.now())
      if (how === 'press') void feedback().message.success('草稿已保存')
      if (!id) {
        forgetDirtyTab(tab)
        onFirstSave(detail.ticket.id)
      }
      return detail.ticket.id
    } catch (error) {
      if (error instanceof RequestFailure && error.code === staleCode && id) await resolveStale(id)
      else if (how === 'press') await showRefusal(error)
      else if (!(error instanceof RequestFailure)) throw error
      return null
    } finally {
      setSaving(false)
    }
  }

  /** Somebody else has changed the ticket: shows where the two differ and lets the person choose. */
  const resolveStale = async (ticketId: string) => {
    const theirs = await call(tickets.detail, { id: ticketId })
    const parts = differingParts(draft, draftOf(theirs))
    feedback().modal.confirm({
      title: '此票已被他人修改',
      content:
        parts.length > 0 ? `与您的内容不同：${parts.join('、')}` : '内容相同，仅版本不同，可直接载入最新版本',
      okText: '载入最新',
      cancelText: '用我的内容覆盖',
      mask: { closable: false },
      keyboard: false,
      transitionName: '',
      maskTransitionName: '',
      onOk: () => {
        const next = draftOf(theirs)
        setDraft(next)
        setSaved(next)
        setRevision(theirs.ticket.revision)
      },
      onCancel: () => {
        setRevision(theirs.ticket.revision)
        void saveLater(theirs.ticket.revision)
      },
    })
  }
  const saveLater = useEffectEvent((at: number) => save('press', { revision: at }))
  const autosave = useEffectEvent(() => {
    if (!saving) void save('auto')
  })
  const draftText = JSON.stringify(draft)
  useEffect(() => {
    if (!id || !isDirty) return
    const timer = setTimeout(autosave, autosaveMs)
    return () => clearTimeout(timer)
  }, [id, isDirty, draftText])

  return {
    id,
    draft,
    patch: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    isDirty,
    saving,
    savedAt,
    save,
    problems: showProblems ? problems : {},
    /** Leaves without keeping: the tab no longer asks. */
    forget: () => forgetDirtyTab(tab),
  }
}

export type DraftState = ReturnType<typeof useDraft>

/** What a step of the editor is given. */
export interface StepProps {
  readonly draft: Draft
  patch(change: Partial<Draft>): void
  readonly problems: Readonly<Partial<Record<keyof Draft, string>>>
}
