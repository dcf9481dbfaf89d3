// What can be written about keys, people and their ways in: a part of the catalogue.

import { askForReset, mailResetLink } from "../actions/access/ask-for-reset.ts";
import {
  endOwnAssistant,
  endRunOutAssistant,
  purgeAssistants,
  renewTokens,
  revokeToken,
} from "../actions/access/assistant-tokens.ts";
import { allowAssistant, exchangeCode, registerClient } from "../actions/access/authorize-assistant.ts";
import {
  addFactor,
  makeRecoveryCodes,
  removeFactor,
  renameOwnFactor,
  takeFactors,
} from "../actions/access/change-factors.ts";
import { createKey, revokeKey, rotateKey, touchKey } from "../actions/access/change-key.ts";
import { changePassword, changePerson, removePerson } from "../actions/access/change-person.ts";
import { changeProfile, settleName } from "../actions/access/change-profile.ts";
import { offerChoices, openChoice } from "../actions/access/choose-workspace.ts";
import { confirmEmail, mailEmailLink, withdrawEmailLink } from "../actions/access/confirm-email.ts";
import { endListedSession, endSession, endSessions } from "../actions/access/end-sessions.ts";
import { acceptInvitation, invite, inviteFirstAdmin, withdrawInvitation } from "../actions/access/invite-person.ts";
import { linkIdentity, unlinkIdentities } from "../actions/access/link-identity.ts";
import { markOperator } from "../actions/access/mark-operator.ts";
import { makeChallenge, takeChallenge } from "../actions/access/passkey-challenge.ts";
import { purgeSessions } from "../actions/access/purge-sessions.ts";
import { rehashPassword } from "../actions/access/rehash-password.ts";
import { makeResetLink, resetPassword } from "../actions/access/reset-password.ts";
import { shareLivePlaces } from "../actions/access/share-live-places.ts";
import { confirmSession, finishSignIn } from "../actions/access/show-factor.ts";
import {
  admitSignIn,
  countRefusedSignIns,
  failSignIn,
  openSession,
  passSignIn,
  refuseSignIn,
  touchSession,
} from "../actions/access/sign-in.ts";
import { claimReturn, signInWithIdentity } from "../actions/access/sign-in-with-identity.ts";
import type { AnyAction } from "../actions/define-action.ts";
import { askToSignUp, signUp } from "../actions/workspace/sign-up.ts";

export const ACCESS_ACTIONS: readonly AnyAction[] = [
  shareLivePlaces,
  createKey,
  rotateKey,
  revokeKey,
  touchKey,
  inviteFirstAdmin,
  invite,
  withdrawInvitation,
  acceptInvitation,
  addFactor,
  renameOwnFactor,
  removeFactor,
  makeRecoveryCodes,
  takeFactors,
  finishSignIn,
  confirmSession,
  makeChallenge,
  takeChallenge,
  changePerson,
  changeProfile,
  settleName,
  mailEmailLink,
  withdrawEmailLink,
  confirmEmail,
  changePassword,
  removePerson,
  markOperator,
  makeResetLink,
  askForReset,
  mailResetLink,
  resetPassword,
  admitSignIn,
  refuseSignIn,
  countRefusedSignIns,
  failSignIn,
  claimReturn,
  linkIdentity,
  signInWithIdentity,
  unlinkIdentities,
  openSession,
  askToSignUp,
  signUp,
  offerChoices,
  openChoice,
  rehashPassword,
  passSignIn,
  touchSession,
  endSession,
  endSessions,
  endListedSession,
  purgeSessions,
  registerClient,
  allowAssistant,
  exchangeCode,
  renewTokens,
  revokeToken,
  endOwnAssistant,
  endRunOutAssistant,
  purgeAssistants,
];
