import type { Input, Message } from '../../core/engine';

type Chat = Extract<Input, { kind: 'chat' }>;

/** The first line of a recorded prompt that is not what the model saw, but what the server was given to template. */
export const MESSAGES_MARK = '[messages; the server added its template]';

/** Whether a recorded prompt holds messages, not the text that the model saw. */
export function isMessages(prompt: string): boolean {
  return prompt.startsWith(MESSAGES_MARK);
}

/**
 * The messages that are sent: those of the input and none besides, so that `system: none` sends none.
 * @param leads whether the server goes on with a turn that was begun for the model
 */
export function messagesOf(input: Chat, leads: boolean): readonly Message[] {
  if (!leads || input.lead === '') return input.messages;
  return [...input.messages, { role: 'assistant', content: input.lead }];
}

/** What was sent, as it is recorded: the words of every message as they are, so that passages can be found in them. */
export function recordMessages(messages: readonly Message[]): string {
  const turns = messages.map(({ role, content }) => `${role}:\n${content}\n`);
  return `${MESSAGES_MARK}\n\n${turns.join('\n')}`;
}
