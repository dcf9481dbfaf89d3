// The requests and answers of the API as types, made by `npm run client-types` from the API's document: change nothing here.
// 92376dc5958a8b71708c374f8b29eba89df9257625960022929b4bc61cb7057c
export interface paths {
    "/api/v1/issues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List issues, newest or most recently fixed first */
        get: operations["listIssues"];
        put?: never;
        /** Raise an issue */
        post: operations["raiseIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an issue */
        get: operations["getIssue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Edit an issue's text, platforms or priority */
        patch: operations["editIssue"];
        trace?: never;
    };
    "/api/v1/issues/{id}/fix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark an issue fixed, or reopen it */
        post: operations["fixIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm that the fix of an issue without a check holds */
        post: operations["confirmIssue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/place": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Place an issue on a check, in a section, or nowhere in particular */
        put: operations["placeIssue"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make one change to up to 200 issues; each answers for itself */
        post: operations["changeIssues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what happened to an issue, newest first */
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an issue's items in connected tools */
        get: operations["listItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the comments on an issue */
        get: operations["listComments"];
        put?: never;
        /** Comment on an issue */
        post: operations["addComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/issues/{id}/comments/{comment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a comment */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        /** Edit one's own comment */
        patch: operations["editComment"];
        trace?: never;
    };
    "/api/v1/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List every app in reach, oldest first */
        get: operations["listApps"];
        put?: never;
        /** Create an app with its platforms, sections and checks */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an app that is a copy of another one, with its runbook */
        post: operations["copyApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app with its summary and sections */
        get: operations["getApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an app's name, mode, prefix, platforms or repositories */
        patch: operations["changeApp"];
        trace?: never;
    };
    "/api/v1/apps/archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the archived apps in reach, most recent first */
        get: operations["listArchivedApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archive an app; it can be restored later */
        post: operations["archiveApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore an archived app, with everything in it */
        post: operations["restoreApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/runbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the whole runbook with every status, or what has changed since a revision */
        get: operations["getRunbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/trend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app's summary at the end of each of the last days, and of today */
        get: operations["getTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ask whether an app, or some of its platforms, is good enough to ship */
        get: operations["getGate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the report of an app as it stands: every check, with tester, time, note, build, open issues and the release gate */
        get: operations["getAppReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/badge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app's public badge, and whether it is on */
        get: operations["getBadge"];
        /** Switch an app's public badge on; if it is on, nothing changes */
        put: operations["enableBadge"];
        post?: never;
        /** Switch an app's public badge off; its URL stops working at once, and for good */
        delete: operations["disableBadge"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create or update an app from a runbook, or from another tool's export */
        post: operations["importRunbook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app's runbook as a file */
        get: operations["exportRunbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's sections in runbook order */
        get: operations["listSections"];
        put?: never;
        /** Add a section */
        post: operations["createSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sections/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy sections with their checks into another app, or into the same: all or nothing */
        post: operations["copySections"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sections/archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's deleted sections, most recent first */
        get: operations["listArchivedSections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sections/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted section */
        post: operations["restoreSection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a section */
        get: operations["getSection"];
        put?: never;
        post?: never;
        /** Delete an empty section */
        delete: operations["deleteSection"];
        options?: never;
        head?: never;
        /** Rename or move a section */
        patch: operations["changeSection"];
        trace?: never;
    };
    "/api/v1/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's checks in runbook order, each with its status per platform */
        get: operations["listChecks"];
        put?: never;
        /** Add a check */
        post: operations["createCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add up to 1,000 checks to a section: all or nothing */
        post: operations["createChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy up to 1,000 checks into a section of another app, or of the same: all or nothing */
        post: operations["copyChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archive up to 1,000 checks of an app: all or nothing */
        post: operations["archiveChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's archived checks, most recent first */
        get: operations["listArchivedChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore an archived check */
        post: operations["restoreCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/checks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a check */
        get: operations["getCheck"];
        put?: never;
        post?: never;
        /** Archive a check; its issues keep their reference to it */
        delete: operations["archiveCheck"];
        options?: never;
        head?: never;
        /** Change or move a check */
        patch: operations["changeCheck"];
        trace?: never;
    };
    "/api/v1/checks/{id}/not-applicable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the platforms on which a check is not applicable */
        put: operations["setNotApplicable"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List results, most recently recorded first */
        get: operations["listResults"];
        put?: never;
        /** Record a result, or a batch of up to 1,000: all or nothing */
        post: operations["recordResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the results of a test run, in any format that is read; the body is the file itself */
        post: operations["recordReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/junit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the results of a test run in JUnit XML; the body is the file itself */
        post: operations["recordJunit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/ctrf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record the results of a test run in CTRF; the body is the file itself */
        post: operations["recordCtrf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get one result */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/results/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get results as a file: who tested what and when */
        get: operations["exportResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/cycles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's cycles, newest first */
        get: operations["listCycles"];
        put?: never;
        /** Start a cycle: a round of testing of the app, or of a part of it */
        post: operations["startCycle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a cycle with its summary */
        get: operations["getCycle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change an open cycle's name, build or testers */
        patch: operations["changeCycle"];
        trace?: never;
    };
    "/api/v1/cycles/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a cycle for good; what it found never changes any more */
        post: operations["closeCycle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the checks of a cycle in runbook order, each with its status per platform in the cycle */
        get: operations["listCycleChecks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}/runbook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get all of a cycle with every status, or what has changed since a revision of its app */
        get: operations["getCycleRunbook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare a cycle with another of the same app: newly failed, newly passed, still failing, no longer tested */
        get: operations["compareCycles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the report of a cycle: everything in it, with tester, time, note, build, open issues and the release gate */
        get: operations["getCycleReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cycles/{id}/burndown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a cycle's counts at the end of each day, from its start until today or until it was closed */
        get: operations["getBurndown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the configuration of an app's incoming webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the configuration of an app's incoming webhook */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/api/v1/webhook-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the templates that fill in a custom mapping, each with how to set its tool up */
        get: operations["listWebhookTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Regenerate the webhook's URL; the old one stops working at once */
        post: operations["replaceWebhookUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set or replace the signing secret; a generated one is shown only once */
        put: operations["setWebhookSecret"];
        post?: never;
        /** Remove the signing secret, and the notify URL with it */
        delete: operations["removeWebhookSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview the issue that a payload would raise, without raising it */
        post: operations["previewDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhook's deliveries, newest first, including refused ones */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/deliveries/{delivery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery with its headers and body */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/webhook/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay a delivery; the answer is the new entry of the log */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notifications of fixes, newest first, with the outcome of each */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/notifications/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample to the notify URL, at most five a minute */
        post: operations["testNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/notifications/{notification}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a notification again, unchanged */
        post: operations["resendNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List an app's connections to other tools, with the state of each */
        get: operations["listConnections"];
        put?: never;
        /** Connect an app to another tool; a generated secret is shown only once */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/connections/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a connection */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /** Remove a connection and its unsent messages; nothing is deleted in the tool */
        delete: operations["removeConnection"];
        options?: never;
        head?: never;
        /** Change or resume a connection */
        patch: operations["changeConnection"];
        trace?: never;
    };
    "/api/v1/apps/{id}/connections/{connection}/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace a connection's URL; the old one stops working at once */
        post: operations["replaceConnectionUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/connections/{connection}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a sample to the tool, at most five a minute; the list of forwards shows the outcome */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/connections/{connection}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the secret of an event receiver; for a day, events are signed with both */
        post: operations["replaceEventSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/forwards/{forward}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event to its receiver again, under the same id */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/apps/{id}/connections/{connection}/forwards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a connection has forwarded, newest first, with the outcome */
        get: operations["listForwards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the name, role and reach of the key that sends the request */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List keys */
        get: operations["listKeys"];
        put?: never;
        /** Create a key; it is shown only once */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /** Revoke a key */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate a key; the old secret stops working at once or after an overlap */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the workspace, its plan, and how much of it is used */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was erased, when and by whom, newest first; not who or what it was */
        get: operations["listErasures"];
        put?: never;
        /** Erase a removed person, a reporter or an archived app for good */
        post: operations["startErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get how far an erasure has come */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what admins have done and who signed in, newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/integrations/webhook/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver a report, which raises an issue unless one with its id is open */
        post: operations["deliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a tool through the Model Context Protocol (for assistants) */
        post: operations["callAssistantTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the mails about an inbox, by the address in one of them (RFC 8058) */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/badge/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an app's public badge, if an admin has switched it on */
        get: operations["getBadgePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the server's metrics, for Prometheus */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process answers */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the database answers, and that the last write succeeded */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cli.mjs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the command line as one file, for Node 20 and later */
        get: operations["getCliFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this document */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this document as a page to read */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/api-catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the addresses of the API and its documents (RFC 9727) */
        get: operations["getCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        App: {
            id: string;
            name: string;
            platforms: {
                code: string;
                label: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            mode: "testing" | "live";
            prefix: string;
            repositories: {
                repo: string;
                platforms: string[];
            }[];
            summary: {
                checks: number;
                passed: number;
                failed: number;
                needs_retest: number;
                untested: number;
                not_applicable: number;
                percent_complete: number;
                open_issues: number;
            };
            sections: components["schemas"]["Section"][];
        };
        AppEntry: {
            id: string;
            name: string;
            platforms: {
                code: string;
                label: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            mode: "testing" | "live";
            checks: number;
            open_issues: number;
        };
        AppReport: {
            app: {
                id: string;
                name: string;
            };
            summary: {
                checks: number;
                passed: number;
                failed: number;
                needs_retest: number;
                untested: number;
                not_applicable: number;
                percent_complete: number;
                open_issues: number;
            };
            gate: components["schemas"]["Gate"];
            platforms: string[];
            sections: {
                id: string;
                ref: string;
                title: string;
                summary: {
                    passed: number;
                    failed: number;
                    needs_retest: number;
                    untested: number;
                    not_applicable: number;
                };
                checks: {
                    id: string;
                    ref: string;
                    title: string;
                    platforms: {
                        code: string;
                        /** @enum {string} */
                        status: "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";
                        outcome: ("passed" | "failed") | null;
                        tester: string | null;
                        recorded_at: string | null;
                        note: string | null;
                        build: string | null;
                        issues: string[];
                    }[];
                }[];
            }[];
        };
        ArchiveChecks: {
            app: string;
            checks: string[];
        };
        ArchivedApp: {
            id: string;
            name: string;
            prefix: string;
            checks: number;
            open_issues: number;
            /** Format: date-time */
            archived_at: string;
        };
        ArchivedCheck: {
            id: string;
            ref: string;
            title: string;
            section: {
                id: string;
                ref: string;
                title: string;
                archived: boolean;
            } | null;
            /** Format: date-time */
            archived_at: string;
        };
        ArchivedSection: {
            id: string;
            ref: string;
            title: string;
            /** Format: date-time */
            archived_at: string;
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "person" | "key" | "command_line" | "operator" | "system";
                id: string | null;
                name: string;
            };
            address: string | null;
            request_id: string | null;
            /** @enum {string} */
            action: "app.archived" | "app.changed" | "app.created" | "app.imported" | "app.restored" | "badge.disabled" | "badge.enabled" | "check.archived" | "check.changed" | "check.created" | "check.restored" | "connection.changed" | "connection.created" | "connection.removed" | "connection.resent" | "connection.resumed" | "connection.secret_replaced" | "connection.tested" | "connection.url_replaced" | "cycle.changed" | "cycle.closed" | "cycle.started" | "delivery.replayed" | "erasure.finished" | "erasure.started" | "invitation.withdrawn" | "issue.fixed" | "issue.reopened" | "key.created" | "key.revoked" | "key.rotated" | "notification.resent" | "notification.tested" | "operator.added" | "operator.removed" | "operator.workspace_changed" | "person.changed" | "person.email_confirmed" | "person.email_link_asked" | "person.factor_added" | "person.factor_removed" | "person.factor_renamed" | "person.factors_taken" | "person.identity_linked" | "person.identity_unlinked" | "person.invited" | "person.joined" | "person.password_changed" | "person.password_reset" | "person.profile_changed" | "person.recovery_codes_made" | "person.removed" | "person.reset_asked" | "person.reset_link_made" | "person.session_ended" | "person.signed_out_everywhere" | "section.changed" | "section.created" | "section.deleted" | "section.restored" | "sign_in.failed" | "sign_in.succeeded" | "sign_in.throttled" | "sign_in.unlisted" | "webhook.changed" | "webhook.created" | "webhook.disabled" | "webhook.enabled" | "webhook.secret_removed" | "webhook.secret_replaced" | "webhook.secret_set" | "webhook.url_replaced" | "workspace.created" | "workspace.exported" | "workspace.factor_demand_changed" | "workspace.imported" | "workspace.limits_changed" | "workspace.plan_changed" | "workspace.renamed" | "workspace.restored" | "workspace.secret_key_rotated";
            target: {
                kind: string;
                id: string;
                name: string | null;
            } | null;
            app: string | null;
            details: {
                [key: string]: unknown;
            };
            previous: string;
            salts: string | null;
        };
        Badge: {
            enabled: boolean;
            url: string | null;
            markdown: string | null;
        };
        ChangeApp: {
            name?: string | null;
            mode?: ("testing" | "live") | null;
            prefix?: string | null;
            platforms?: {
                code: string;
                label?: string | null;
            }[] | null;
            repositories?: {
                repo: string;
                platforms: string[];
            }[] | null;
        };
        ChangeCheck: {
            ref?: string | null;
            title?: string | null;
            instructions?: string | null;
            section?: string | null;
            position?: number | null;
            after?: string | null;
        };
        ChangeConnection: {
            name?: string | null;
            enabled?: boolean | null;
            paused?: false | null;
            settings?: {
                [key: string]: unknown;
            } | null;
            credentials?: {
                [key: string]: unknown;
            } | null;
        };
        ChangeCycle: {
            name?: string | null;
            build?: string | null;
            testers?: {
                section: string;
                person: string;
            }[] | null;
        };
        ChangeIssues: {
            ids: string[];
            change: {
                fixed?: boolean | null;
                priority?: ("urgent" | "high" | "medium" | "low") | null;
                assignees?: string[] | null;
                place?: components["schemas"]["PlaceIssue"] | null;
            };
        };
        ChangeSection: {
            ref?: string | null;
            title?: string | null;
            position?: number | null;
        };
        ChangeWebhook: {
            enabled?: boolean | null;
            preset?: ("native" | "bugsnag" | "rollbar" | "datadog" | "custom") | null;
            mapping?: {
                title?: string | null;
                description?: string | null;
                link?: string | null;
                external_id?: string | null;
                priority?: string | null;
                platform?: string | null;
                recovered?: string | null;
                ignored?: string | null;
                check?: string | null;
                section?: string | null;
                items?: string | null;
                words?: {
                    priority?: {
                        [key: string]: "urgent" | "high" | "medium" | "low";
                    } | null;
                    recovered?: string[] | null;
                    ignored?: string[] | null;
                } | null;
            } | null;
            default_platforms?: string[] | null;
            default_priority?: ("urgent" | "high" | "medium" | "low") | null;
            default_section?: string | null;
            recoveries?: ("raise" | "ignore" | "fix") | null;
            notify_url?: string | null;
        };
        Check: {
            id: string;
            app: {
                id: string;
                name: string;
            };
            section: {
                id: string;
                ref: string;
                title: string;
            };
            ref: string;
            title: string;
            instructions: string | null;
            /** Format: date-time */
            created_at: string;
            platforms: {
                code: string;
                /** @enum {string} */
                status: "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";
                last_result: {
                    id: string;
                    /** @enum {string} */
                    outcome: "passed" | "failed";
                    recorded_by: string;
                    /** Format: date-time */
                    recorded_at: string;
                    note: string | null;
                    build: string | null;
                } | null;
                open_issues: number;
            }[];
        };
        Comment: {
            id: string;
            text: string;
            written_by: string;
            /** Format: date-time */
            written_at: string;
            edited_at: string | null;
            mentions: {
                name: string;
            }[];
            tool: ("github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear") | null;
            own: boolean;
            deletable: boolean;
        };
        Comparison: {
            cycle: {
                id: string;
                name: string;
            };
            with: {
                id: string;
                name: string;
            };
            counts: {
                newly_failed: number;
                newly_passed: number;
                still_failing: number;
                no_longer_tested: number;
            };
            newly_failed: {
                section: {
                    id: string;
                    title: string;
                };
                check: {
                    id: string;
                    ref: string;
                    title: string;
                };
                platform: string;
                before: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
                now: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
            }[];
            newly_passed: {
                section: {
                    id: string;
                    title: string;
                };
                check: {
                    id: string;
                    ref: string;
                    title: string;
                };
                platform: string;
                before: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
                now: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
            }[];
            still_failing: {
                section: {
                    id: string;
                    title: string;
                };
                check: {
                    id: string;
                    ref: string;
                    title: string;
                };
                platform: string;
                before: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
                now: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
            }[];
            no_longer_tested: {
                section: {
                    id: string;
                    title: string;
                };
                check: {
                    id: string;
                    ref: string;
                    title: string;
                };
                platform: string;
                before: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
                now: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null;
            }[];
        };
        ConfirmIssue: {
            confirmed?: boolean | null;
        };
        Connection: {
            id: string;
            /** @enum {string} */
            tool: "slack" | "teams" | "sentry" | "sentry-sdk" | "github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear" | "redmine" | "mattermost" | "discord" | "googlechat" | "matrix" | "events";
            name: string;
            enabled: boolean;
            /** @enum {string} */
            state: "waiting" | "active" | "paused" | "off";
            url: string | null;
            settings: {
                [key: string]: unknown;
            };
            credentials: string[];
            forwards: boolean;
            heard: {
                /** Format: date-time */
                at: string;
                outcome: string;
            } | null;
            sent: {
                /** Format: date-time */
                at: string;
                outcome: string;
            } | null;
            failures: number;
            paused_at: string | null;
            /** Format: date-time */
            created_at: string;
            setup: {
                steps: string[];
                manifest: string | null;
            };
        };
        CopyApp: {
            name: string;
            prefix?: string | null;
            with_not_applicable?: boolean | null;
        };
        CopyChecks: {
            app: string;
            section: string;
            from: string;
            checks: string[];
            position?: number | null;
            after?: string | null;
            with_not_applicable?: boolean | null;
        };
        CopySections: {
            app: string;
            from: string;
            sections: string[];
            with_not_applicable?: boolean | null;
        };
        CreateApp: {
            name: string;
            mode?: ("testing" | "live") | null;
            prefix?: string | null;
            platforms: {
                code: string;
                label?: string | null;
            }[];
            repositories?: {
                repo: string;
                platforms: string[];
            }[] | null;
            sections?: {
                ref?: string | null;
                title: string;
                checks?: {
                    ref?: string | null;
                    title: string;
                    instructions?: string | null;
                    not_applicable?: string[] | null;
                }[] | null;
            }[] | null;
        };
        CreateCheck: {
            app: string;
            section: string;
            position?: number | null;
            after?: string | null;
            ref?: string | null;
            title: string;
            instructions?: string | null;
            not_applicable?: string[] | null;
        };
        CreateChecks: {
            app: string;
            section: string;
            position?: number | null;
            after?: string | null;
            checks: components["schemas"]["NewCheck"][];
        };
        CreateConnection: {
            /** @enum {string} */
            tool: "slack" | "teams" | "sentry" | "sentry-sdk" | "github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear" | "redmine" | "mattermost" | "discord" | "googlechat" | "matrix" | "events";
            name?: string | null;
            settings?: {
                [key: string]: unknown;
            } | null;
            credentials?: {
                [key: string]: unknown;
            } | null;
        };
        CreateKey: {
            name: string;
            /** @enum {string} */
            role: "viewer" | "tester" | "admin";
            apps?: string[] | null;
            expires_at?: string | null;
        };
        CreateSection: {
            app: string;
            ref?: string | null;
            title: string;
            position?: number | null;
        };
        Cycle: {
            id: string;
            app: {
                id: string;
                name: string;
            };
            name: string;
            build: string | null;
            platforms: string[] | null;
            sections: {
                id: string;
                ref: string;
                title: string;
            }[] | null;
            from: {
                id: string;
                name: string;
            } | null;
            /** @enum {string} */
            status: "open" | "closed";
            /** Format: date-time */
            started_at: string;
            started_by: string;
            closed_at: string | null;
            closed_by: string | null;
            summary: {
                checks: number;
                passed: number;
                failed: number;
                needs_retest: number;
                untested: number;
                not_applicable: number;
                percent_complete: number;
            };
            testers: {
                section: {
                    id: string;
                    ref: string;
                    title: string;
                };
                person: {
                    id: string;
                    name: string;
                };
            }[];
        };
        CycleReport: {
            cycle: components["schemas"]["Cycle"];
            gate: components["schemas"]["Gate"];
            platforms: string[];
            sections: {
                id: string;
                ref: string;
                title: string;
                summary: {
                    passed: number;
                    failed: number;
                    needs_retest: number;
                    untested: number;
                    not_applicable: number;
                };
                checks: {
                    id: string;
                    ref: string;
                    title: string;
                    platforms: {
                        code: string;
                        /** @enum {string} */
                        status: "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";
                        outcome: ("passed" | "failed") | null;
                        tester: string | null;
                        recorded_at: string | null;
                        note: string | null;
                        build: string | null;
                        issues: string[];
                    }[];
                }[];
            }[];
        };
        CycleRunbook: {
            revision: number;
            whole: boolean;
            app: {
                id: string;
                name: string;
                /** @enum {string} */
                mode: "testing" | "live";
            };
            platforms: {
                code: string;
                label: string;
            }[];
            sections: {
                id: string;
                ref: string;
                title: string;
            }[];
            cycle: components["schemas"]["Cycle"];
            checks: {
                id: string;
                section: string;
                ref: string;
                title: string;
                has_instructions: boolean;
                open_issues: number[];
                statuses: (("passed" | "failed" | "needs_retest" | "untested" | "not_applicable") | null)[];
            }[];
        };
        Delivery: {
            id: string;
            /** Format: date-time */
            at: string;
            status: number;
            error: {
                code: string;
                message: string;
            } | null;
            duplicate: boolean;
            recovery: ("ignored" | "fixed") | null;
            issue: {
                id: string;
                code: string;
                url: string;
            } | null;
            items: {
                status: number;
                error: {
                    code: string;
                    message: string;
                } | null;
                duplicate: boolean;
                recovery: ("ignored" | "fixed") | null;
                issue: {
                    id: string;
                    code: string;
                    url: string;
                } | null;
            }[] | null;
            replay_of: string | null;
        };
        EditIssue: {
            text?: string | null;
            platforms?: string[] | null;
            priority?: ("urgent" | "high" | "medium" | "low") | null;
        };
        Erasure: {
            id: string;
            /** @enum {string} */
            kind: "person" | "reporter" | "app";
            /** @enum {string} */
            state: "running" | "settling" | "cleaning" | "done";
            steps_done: number;
            steps: number;
            rows_changed: number;
            /** Format: date-time */
            started_at: string;
            started_by: string | null;
            finished_at: string | null;
            failed_at: string | null;
        };
        ExportedRunbook: {
            name: string;
            mode?: ("testing" | "live") | null;
            prefix?: string | null;
            platforms: {
                code: string;
                label?: string | null;
            }[];
            repositories?: {
                repo: string;
                platforms: string[];
            }[] | null;
            sections?: {
                ref?: string | null;
                title: string;
                checks?: {
                    ref?: string | null;
                    title: string;
                    instructions?: string | null;
                    not_applicable?: string[] | null;
                }[] | null;
            }[] | null;
        };
        FixIssue: {
            fixed?: boolean | null;
            platforms?: string[] | null;
            pull_request?: {
                number: number;
                /** Format: uri */
                url: string;
                repo: string;
            } | null;
        };
        Forward: {
            id: string;
            /** @enum {string} */
            kind: "raised" | "fixed" | "reopened" | "confirmed" | "commented" | "issue.raised" | "issue.edited" | "issue.moved" | "issue.fixed" | "issue.reopened" | "issue.confirmed" | "issue.commented" | "results.recorded" | "cycle.started" | "cycle.closed" | "gate.changed" | "test";
            issue_id: string | null;
            issue_code: string | null;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed" | "cancelled";
            attempts: number;
            outcome: string | null;
            http_status: number | null;
            /** Format: date-time */
            created_at: string;
            tried_at: string | null;
            finished_at: string | null;
        };
        Gate: {
            app: {
                id: string;
                name: string;
            };
            /** @enum {string} */
            result: "pass" | "fail";
            reasons: {
                /** @enum {string} */
                rule: "percent" | "max_failed" | "max_open";
                message: string;
            }[];
            thresholds: {
                percent: number;
                max_failed: number;
                max_open: number;
            };
            platforms: string[];
            passed: number;
            failed: number;
            needs_retest: number;
            untested: number;
            not_applicable: number;
            percent_complete: number;
            open_issues: number;
            cycle?: {
                id: string;
                name: string;
            };
        };
        HistoryEntry: {
            /** Format: date-time */
            at: string;
            by: string;
            /** @enum {string} */
            kind: "raised" | "edited" | "fixed" | "partly_fixed" | "reopened" | "confirmed" | "unconfirmed" | "verified" | "attached" | "detached" | "assigned" | "moved" | "commented" | "comment_edited" | "comment_deleted";
            changes: {
                [key: string]: unknown;
            };
        };
        Import: {
            app: {
                id: string;
                name: string;
            } | null;
            created: boolean;
            dry_run: boolean;
            format: {
                /** @enum {string} */
                name: "runbook" | "testrail" | "testlink" | "zephyr" | "xray" | "qase" | "testpad" | "table";
                label: string;
            };
            plan: {
                /** @enum {string} */
                change: "create" | "change" | "move" | "archive" | "delete";
                /** @enum {string} */
                kind: "app" | "platform" | "section" | "check";
                ref: string | null;
                title: string;
                details: {
                    [key: string]: {
                        from: unknown;
                        to: unknown;
                    };
                };
            }[];
            counts: {
                created: number;
                changed: number;
                moved: number;
                archived: number;
                deleted: number;
                unchanged: number;
            };
            left_out: {
                field: string;
                why: string;
                count: number;
                lines: number[];
            }[];
            columns: {
                name: string;
                field: ("title" | "ref" | "section" | "description" | "preconditions" | "steps" | "data" | "expected" | "notes") | null;
                samples: string[];
            }[];
        };
        Issue: {
            id: string;
            code: string;
            url: string;
            app: {
                id: string;
                name: string;
            };
            check: {
                id: string;
                ref: string;
                title: string;
            } | null;
            text: string;
            platforms: string[];
            all_platforms: boolean;
            /** @enum {string} */
            status: "open" | "fixed";
            raised_by: string;
            /** Format: date-time */
            raised_at: string;
            reporter: {
                name: string;
                email?: string;
            } | null;
            via: ("api" | "webhook" | "chat_a" | "chat_b" | "tracker") | null;
            edited_by: string | null;
            edited_at: string | null;
            fixed_by: string | null;
            fixed_at: string | null;
            fixed_on: {
                platform: string;
                fixed_by: string;
                /** Format: date-time */
                fixed_at: string;
                pull_request: {
                    number: number;
                    url: string;
                    repo: string;
                } | null;
            }[];
            still_open_on: string[];
            webhook: {
                source: string | null;
                external_id: string | null;
                link: string | null;
                deliveries: number;
                /** Format: date-time */
                last_delivery_at: string;
            } | null;
            section_id: string | null;
            priority: ("urgent" | "high" | "medium" | "low") | null;
            assignees: string[];
            confirmed_fixed_by: string | null;
            confirmed_fixed_at: string | null;
            tracker: {
                short_id: string;
                url: string;
            } | null;
            attachments: {
                name: string;
                /** @enum {string} */
                kind: "screenshot" | "recording";
            }[];
        };
        IssueFixed: {
            /** @constant */
            event: "issue.fixed";
            /** Format: date-time */
            at: string;
            app: {
                id: string;
                name: string;
            };
            issue: {
                id: string;
                code: string;
                url: string;
                external_id: string | null;
                source: string | null;
                link: string | null;
                /** @constant */
                status: "fixed";
                fixed_by: string | null;
                fixed_at: string | null;
                verified_by: string | null;
                verified_at: string | null;
            };
        };
        IssueOutcome: {
            id: string;
            issue: components["schemas"]["Issue"] | null;
            error: {
                code: string;
                message: string;
            } | null;
        };
        Item: {
            /** @enum {string} */
            tool: "slack" | "teams" | "sentry" | "sentry-sdk" | "github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear" | "redmine" | "mattermost" | "discord" | "googlechat" | "matrix" | "events";
            external_id: string;
            name: string | null;
            url: string | null;
            /** @enum {string} */
            state: "open" | "closed";
            comments: boolean;
        };
        Key: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "tester" | "admin";
            apps: string[] | null;
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            assistant: boolean;
        };
        Me: {
            name: string;
            /** @enum {string} */
            role: "viewer" | "tester" | "admin";
            apps: string[] | null;
        };
        NativePayload: {
            title?: string;
            description?: string;
            platforms?: string[] | string;
            priority?: string | number;
            url?: string;
            reporter?: {
                name: string;
                email?: string;
            } & {
                [key: string]: unknown;
            };
            external_id?: string | number;
            link?: string;
            source?: string;
            recovered?: boolean | string;
        } & {
            [key: string]: unknown;
        };
        NewCheck: {
            ref?: string | null;
            title: string;
            instructions?: string | null;
            not_applicable?: string[] | null;
        };
        NewConnection: {
            id: string;
            /** @enum {string} */
            tool: "slack" | "teams" | "sentry" | "sentry-sdk" | "github" | "gitlab" | "gitea" | "jira" | "jira-data-center" | "linear" | "redmine" | "mattermost" | "discord" | "googlechat" | "matrix" | "events";
            name: string;
            enabled: boolean;
            /** @enum {string} */
            state: "waiting" | "active" | "paused" | "off";
            url: string | null;
            settings: {
                [key: string]: unknown;
            };
            credentials: string[];
            forwards: boolean;
            heard: {
                /** Format: date-time */
                at: string;
                outcome: string;
            } | null;
            sent: {
                /** Format: date-time */
                at: string;
                outcome: string;
            } | null;
            failures: number;
            paused_at: string | null;
            /** Format: date-time */
            created_at: string;
            setup: {
                steps: string[];
                manifest: string | null;
            };
            secret?: string;
        };
        NewKey: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "tester" | "admin";
            apps: string[] | null;
            /** Format: date-time */
            created_at: string;
            created_by: string | null;
            expires_at: string | null;
            last_used_at: string | null;
            assistant: boolean;
            key: string;
        };
        NewSecret: {
            enabled: boolean;
            url: string;
            /** @enum {string} */
            preset: "native" | "bugsnag" | "rollbar" | "datadog" | "custom";
            mapping: {
                title?: string | null;
                description?: string | null;
                link?: string | null;
                external_id?: string | null;
                priority?: string | null;
                platform?: string | null;
                recovered?: string | null;
                ignored?: string | null;
                check?: string | null;
                section?: string | null;
                items?: string | null;
                words?: {
                    priority?: {
                        [key: string]: "urgent" | "high" | "medium" | "low";
                    } | null;
                    recovered?: string[] | null;
                    ignored?: string[] | null;
                } | null;
            };
            default_platforms: string[];
            default_priority: ("urgent" | "high" | "medium" | "low") | null;
            default_section: string | null;
            /** @enum {string} */
            recoveries: "raise" | "ignore" | "fix";
            has_secret: boolean;
            notify_url: string | null;
            hour: {
                limit: number;
                used: number;
                /** Format: date-time */
                resets_at: string;
            };
            setup: {
                steps: string[];
                template: string | null;
            };
            secret?: string;
        };
        NotApplicable: {
            platforms: string[];
        };
        Notification: {
            id: string;
            /** @enum {string} */
            kind: "fixed" | "verified" | "test";
            issue_id: string | null;
            /** @enum {string} */
            state: "pending" | "sending" | "delivered" | "failed" | "interrupted" | "cancelled";
            outcome: string | null;
            http_status: number | null;
            duration_ms: number | null;
            repeat_of: string | null;
            /** Format: date-time */
            created_at: string;
            sent_at: string | null;
            finished_at: string | null;
            body: components["schemas"]["IssueFixed"];
        };
        PlaceIssue: {
            check?: string | null;
            section?: string | null;
        };
        Preview: {
            issue: {
                title: string;
                text: string;
                platforms: string[];
                all_platforms: boolean;
                priority: ("urgent" | "high" | "medium" | "low") | null;
                check: {
                    id: string;
                    ref: string;
                    title: string;
                } | null;
                section_id: string | null;
                raised_by: string;
                reporter: {
                    name: string;
                    email?: string;
                } | null;
                webhook: {
                    source: string | null;
                    external_id: string | null;
                    link: string | null;
                };
            } | null;
            error: {
                code: string;
                message: string;
            } | null;
            recovery: ("raise" | "ignore" | "fix") | null;
            ignored: boolean;
            items: {
                issue: {
                    title: string;
                    text: string;
                    platforms: string[];
                    all_platforms: boolean;
                    priority: ("urgent" | "high" | "medium" | "low") | null;
                    check: {
                        id: string;
                        ref: string;
                        title: string;
                    } | null;
                    section_id: string | null;
                    raised_by: string;
                    reporter: {
                        name: string;
                        email?: string;
                    } | null;
                    webhook: {
                        source: string | null;
                        external_id: string | null;
                        link: string | null;
                    };
                } | null;
                error: {
                    code: string;
                    message: string;
                } | null;
                recovery: ("raise" | "ignore" | "fix") | null;
                ignored: boolean;
            }[] | null;
            fields: {
                field: string;
                value: (string | string[]) | null;
                from: ("mapping" | "preset" | "native" | "default") | null;
                expression: string | null;
                alternative: string | null;
                why: string | null;
            }[];
        };
        PreviewRequest: {
            payload?: (string | {
                [key: string]: unknown;
            }) | null;
            delivery?: string | null;
            preset?: ("native" | "bugsnag" | "rollbar" | "datadog" | "custom") | null;
            mapping?: {
                title?: string | null;
                description?: string | null;
                link?: string | null;
                external_id?: string | null;
                priority?: string | null;
                platform?: string | null;
                recovered?: string | null;
                ignored?: string | null;
                check?: string | null;
                section?: string | null;
                items?: string | null;
                words?: {
                    priority?: {
                        [key: string]: "urgent" | "high" | "medium" | "low";
                    } | null;
                    recovered?: string[] | null;
                    ignored?: string[] | null;
                } | null;
            } | null;
            default_platforms?: string[] | null;
            default_priority?: ("urgent" | "high" | "medium" | "low") | null;
            default_section?: string | null;
            recoveries?: ("raise" | "ignore" | "fix") | null;
        };
        PublishedIssue: {
            id: string;
            code: string;
            url: string;
            title: string;
            text: string;
            /** @enum {string} */
            status: "open" | "fixed";
            priority: ("urgent" | "high" | "medium" | "low") | null;
            platforms: string[];
            still_open_on: string[];
            check: {
                id: string;
                ref: string;
                title: string;
            } | null;
            section_id: string | null;
            assignees: string[];
            raised_by: string;
            /** Format: date-time */
            raised_at: string;
            fixed_by: string | null;
            fixed_at: string | null;
            external_id: string | null;
            source: string | null;
            link: string | null;
        };
        RaiseIssue: {
            app: string;
            check?: string | null;
            section?: string | null;
            priority?: ("urgent" | "high" | "medium" | "low") | null;
            text: string;
            platforms?: string[] | null;
            reporter?: {
                name: string;
                email?: string | null;
            } | null;
        };
        RecordResult: {
            app: string;
            check: string;
            section?: string | null;
            platforms?: string[] | null;
            /** @enum {string} */
            outcome: "passed" | "failed";
            note?: string | null;
            build?: string | null;
            cycle?: string | null;
        };
        RecordResults: {
            app: string;
            results: {
                check: string;
                section?: string | null;
                platforms?: string[] | null;
                /** @enum {string} */
                outcome: "passed" | "failed";
                note?: string | null;
                build?: string | null;
                cycle?: string | null;
            }[];
        };
        RestoreCheck: {
            section?: string | null;
        };
        Result: {
            id: string;
            app: {
                id: string;
                name: string;
            };
            check: {
                id: string;
                ref: string;
                title: string;
            };
            platform: string;
            /** @enum {string} */
            outcome: "passed" | "failed";
            note: string | null;
            build: string | null;
            recorded_by: string;
            /** Format: date-time */
            recorded_at: string;
            cycle?: {
                id: string;
                name: string;
            };
            attachments?: {
                name: string;
                /** @enum {string} */
                kind: "screenshot" | "recording";
            }[];
        };
        RotateKey: {
            overlap_seconds?: number | null;
            expires_at?: string | null;
        };
        Runbook: {
            revision: number;
            whole: boolean;
            app: {
                id: string;
                name: string;
                /** @enum {string} */
                mode: "testing" | "live";
            };
            platforms: {
                code: string;
                label: string;
            }[];
            sections: {
                id: string;
                ref: string;
                title: string;
            }[];
            checks: {
                id: string;
                section: string;
                ref: string;
                title: string;
                has_instructions: boolean;
                statuses: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable")[];
                open_issues: number[];
            }[];
        };
        RunbookFile: {
            name: string;
            mode?: ("testing" | "live") | null;
            prefix?: string | null;
            platforms: {
                code: string;
                label?: string | null;
            }[];
            repositories?: {
                repo: string;
                platforms: string[];
            }[] | null;
            sections?: {
                ref?: string | null;
                title: string;
                checks?: {
                    ref?: string | null;
                    title: string;
                    instructions?: string | null;
                    not_applicable?: string[] | null;
                }[] | null;
            }[] | null;
        };
        Secret: {
            secret?: string | null;
        };
        Section: {
            id: string;
            ref: string;
            title: string;
            checks: number;
            summary: {
                passed: number;
                failed: number;
                needs_retest: number;
                untested: number;
                not_applicable: number;
            };
        };
        StartCycle: {
            name: string;
            build?: string | null;
            platforms?: string[] | null;
            sections?: string[] | null;
            from?: {
                cycle: string;
                statuses?: ("passed" | "failed" | "needs_retest" | "untested" | "not_applicable")[] | null;
            } | null;
            testers?: {
                section: string;
                person: string;
            }[] | null;
        };
        StartErasure: {
            /** @enum {string} */
            kind: "person" | "reporter" | "app";
            subject: string;
            confirm: string;
        };
        TestRun: {
            app: {
                id: string;
                name: string;
            };
            dry_run: boolean;
            counts: {
                cases: number;
                recorded: number;
                skipped: number;
                unmatched: number;
                ambiguous: number;
                checks: number;
                results: number;
                passed: number;
                failed: number;
            };
            cases: {
                name: string;
                suite: string | null;
                line: number | null;
                /** @enum {string} */
                outcome: "passed" | "failed" | "skipped";
                /** @enum {string} */
                fate: "recorded" | "skipped" | "unmatched" | "ambiguous";
                matched_by: ("property" | "map" | "ref" | "title") | null;
                check: {
                    id: string;
                    ref: string;
                    title: string;
                } | null;
                platforms: string[];
                recorded: ("passed" | "failed") | null;
                candidates: {
                    id: string;
                    ref: string;
                    title: string;
                }[];
                why: string | null;
            }[];
        };
        Trend: {
            /** Format: date */
            day: string;
            passed: number;
            failed: number;
            needs_retest: number;
            untested: number;
            not_applicable: number;
        }[];
        Webhook: {
            enabled: boolean;
            url: string;
            /** @enum {string} */
            preset: "native" | "bugsnag" | "rollbar" | "datadog" | "custom";
            mapping: {
                title?: string | null;
                description?: string | null;
                link?: string | null;
                external_id?: string | null;
                priority?: string | null;
                platform?: string | null;
                recovered?: string | null;
                ignored?: string | null;
                check?: string | null;
                section?: string | null;
                items?: string | null;
                words?: {
                    priority?: {
                        [key: string]: "urgent" | "high" | "medium" | "low";
                    } | null;
                    recovered?: string[] | null;
                    ignored?: string[] | null;
                } | null;
            };
            default_platforms: string[];
            default_priority: ("urgent" | "high" | "medium" | "low") | null;
            default_section: string | null;
            /** @enum {string} */
            recoveries: "raise" | "ignore" | "fix";
            has_secret: boolean;
            notify_url: string | null;
            hour: {
                limit: number;
                used: number;
                /** Format: date-time */
                resets_at: string;
            };
            setup: {
                steps: string[];
                template: string | null;
            };
        };
        WebhookTemplate: {
            name: string;
            label: string;
            sends: string;
            mapping: {
                title?: string | null;
                description?: string | null;
                link?: string | null;
                external_id?: string | null;
                priority?: string | null;
                platform?: string | null;
                recovered?: string | null;
                ignored?: string | null;
                check?: string | null;
                section?: string | null;
                items?: string | null;
                words?: {
                    priority?: {
                        [key: string]: "urgent" | "high" | "medium" | "low";
                    } | null;
                    recovered?: string[] | null;
                    ignored?: string[] | null;
                } | null;
            };
            recoveries: ("raise" | "ignore" | "fix") | null;
            setup: {
                steps: string[];
                template: string | null;
            };
        };
        WholeDelivery: {
            id: string;
            /** Format: date-time */
            at: string;
            status: number;
            error: {
                code: string;
                message: string;
            } | null;
            duplicate: boolean;
            recovery: ("ignored" | "fixed") | null;
            issue: {
                id: string;
                code: string;
                url: string;
            } | null;
            items: {
                status: number;
                error: {
                    code: string;
                    message: string;
                } | null;
                duplicate: boolean;
                recovery: ("ignored" | "fixed") | null;
                issue: {
                    id: string;
                    code: string;
                    url: string;
                } | null;
            }[] | null;
            replay_of: string | null;
            headers: {
                [key: string]: string;
            };
            /** @enum {string} */
            encoding: "utf8" | "base64" | "none";
            body: string | null;
            confirm_url: string | null;
        };
        Workspace: {
            name: string;
            /** @enum {string} */
            plan: "free" | "unlimited";
            /** @enum {string} */
            second_factor: "optional" | "required";
            usage: {
                month: string;
                issues: number;
                limit: number | null;
                /** Format: date-time */
                resets_at: string;
            };
            apps: number;
            people: number;
            keys: number;
        };
        WriteComment: {
            text: string;
        };
    };
    responses: {
        "invalid_json-invalid_request-missing_check-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request" | "missing_check" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unauthorized";
                        message: string;
                    };
                };
            };
        };
        limit_reached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "limit_reached";
                        message: string;
                    };
                };
            };
        };
        forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "forbidden";
                        message: string;
                    };
                };
            };
        };
        not_found: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_check-ambiguous_section-idempotency_conflict": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_check" | "ambiguous_section" | "idempotency_conflict";
                        message: string;
                    };
                };
            };
        };
        precondition_failed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "precondition_failed";
                        message: string;
                    };
                };
            };
        };
        too_large: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "too_large";
                        message: string;
                    };
                };
            };
        };
        unsupported_media_type: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                        message: string;
                    };
                };
            };
        };
        rate_limited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                        message: string;
                    };
                };
            };
        };
        internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "internal";
                        message: string;
                    };
                };
            };
        };
        unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "unavailable";
                        message: string;
                    };
                };
            };
        };
        "invalid_cursor-invalid_request-invalid_sort-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_cursor" | "invalid_request" | "invalid_sort" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_check-ambiguous_section": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_check" | "ambiguous_section";
                        message: string;
                    };
                };
            };
        };
        invalid_request: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request";
                        message: string;
                    };
                };
            };
        };
        "invalid_json-invalid_request-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        nothing_left_open: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "nothing_left_open";
                        message: string;
                    };
                };
            };
        };
        "invalid_json-invalid_request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request";
                        message: string;
                    };
                };
            };
        };
        "has_check-not_fixed": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "has_check" | "not_fixed";
                        message: string;
                    };
                };
            };
        };
        "invalid_json-invalid_request-missing_check": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request" | "missing_check";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_check-ambiguous_section-nothing_left_open": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_check" | "ambiguous_section" | "nothing_left_open";
                        message: string;
                    };
                };
            };
        };
        idempotency_conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "idempotency_conflict";
                        message: string;
                    };
                };
            };
        };
        "invalid_cursor-invalid_request": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_cursor" | "invalid_request";
                        message: string;
                    };
                };
            };
        };
        name_taken: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "name_taken";
                        message: string;
                    };
                };
            };
        };
        "name_taken-not_empty": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "name_taken" | "not_empty";
                        message: string;
                    };
                };
            };
        };
        "invalid_request-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_request" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        "in_progress-name_taken-not_empty": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "in_progress" | "name_taken" | "not_empty";
                        message: string;
                    };
                };
            };
        };
        "idempotency_conflict-name_taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "idempotency_conflict" | "name_taken";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_section-idempotency_conflict": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section" | "idempotency_conflict";
                        message: string;
                    };
                };
            };
        };
        not_empty: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_empty";
                        message: string;
                    };
                };
            };
        };
        "invalid_cursor-invalid_request-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_cursor" | "invalid_request" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        ambiguous_section: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_section-idempotency_conflict-name_taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section" | "idempotency_conflict" | "name_taken";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_section-name_taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section" | "name_taken";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_check-ambiguous_section-cycle_closed-idempotency_conflict": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_check" | "ambiguous_section" | "cycle_closed" | "idempotency_conflict";
                        message: string;
                    };
                };
            };
        };
        timeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "timeout";
                        message: string;
                    };
                };
            };
        };
        "cycle_closed-idempotency_conflict-in_progress-too_few_matched": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "cycle_closed" | "idempotency_conflict" | "in_progress" | "too_few_matched";
                        message: string;
                    };
                };
            };
        };
        ambiguous_check: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_check";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_section-idempotency_conflict-name_taken-too_many_cycles": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section" | "idempotency_conflict" | "name_taken" | "too_many_cycles";
                        message: string;
                    };
                };
            };
        };
        "ambiguous_section-cycle_closed-name_taken": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "ambiguous_section" | "cycle_closed" | "name_taken";
                        message: string;
                    };
                };
            };
        };
        cycle_closed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "cycle_closed";
                        message: string;
                    };
                };
            };
        };
        not_live: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_live";
                        message: string;
                    };
                };
            };
        };
        "not_live-secret_required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "not_live" | "secret_required";
                        message: string;
                    };
                };
            };
        };
        "invalid_json-invalid_request-too_many_items-unknown_platform": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request" | "too_many_items" | "unknown_platform";
                        message: string;
                    };
                };
            };
        };
        "in_progress-not_live": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "in_progress" | "not_live";
                        message: string;
                    };
                };
            };
        };
        "in_progress-not_live-secret_required": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "in_progress" | "not_live" | "secret_required";
                        message: string;
                    };
                };
            };
        };
        in_progress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "in_progress";
                        message: string;
                    };
                };
            };
        };
        "in_use-not_archived": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "in_use" | "not_archived";
                        message: string;
                    };
                };
            };
        };
        "invalid_json-invalid_request-missing_title-too_many_items": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_json" | "invalid_request" | "missing_title" | "too_many_items";
                        message: string;
                    };
                };
            };
        };
        invalid_signature: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    error: {
                        /** @enum {string} */
                        code: "invalid_signature";
                        message: string;
                    };
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listIssues: {
        parameters: {
            query?: {
                app?: string;
                check?: string;
                status?: "open" | "fixed" | "all";
                sort?: "raised_at" | "fixed_at";
                q?: string;
                priority?: "urgent" | "high" | "medium" | "low" | "none";
                via?: "api" | "webhook" | "chat_a" | "chat_b" | "tracker" | "interface";
                platform?: string;
                section?: string;
                assignee?: string;
                raised_after?: string;
                raised_before?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request-invalid_sort-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check-ambiguous_section"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    raiseIssue: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RaiseIssue"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-missing_check-unknown_platform"];
            401: components["responses"]["unauthorized"];
            402: components["responses"]["limit_reached"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check-ambiguous_section-idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getIssue: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    editIssue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditIssue"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["nothing_left_open"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    fixIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FixIssue"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    confirmIssue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ConfirmIssue"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["has_check-not_fixed"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    placeIssue: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaceIssue"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Issue"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-missing_check"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check-ambiguous_section-nothing_left_open"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeIssues: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeIssues"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["IssueOutcome"][];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listHistory: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["HistoryEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listItems: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Item"][];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                order?: "oldest" | "newest";
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    addComment: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteComment"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    editComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                comment: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WriteComment"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comment"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listApps: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppEntry"][];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApp"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            409: components["responses"]["name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    copyApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyApp"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getApp: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeApp: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeApp"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["name_taken-not_empty"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listArchivedApps: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ArchivedApp"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    archiveApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ArchivedApp"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    restoreApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["App"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getRunbook: {
        parameters: {
            query?: {
                since?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Runbook"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getTrend: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getGate: {
        parameters: {
            query?: {
                percent?: number;
                max_failed?: number;
                max_open?: number;
                platforms?: string[];
                platform?: string[];
                cycle?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Gate"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getAppReport: {
        parameters: {
            query?: {
                format?: "json" | "csv";
                percent?: number;
                max_failed?: number;
                max_open?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppReport"];
                    };
                    "text/csv": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Badge"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    enableBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Badge"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    disableBadge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    importRunbook: {
        parameters: {
            query?: {
                app?: string;
                dry_run?: "true" | "false";
                prune?: "true" | "false";
                format?: "runbook" | "testrail" | "testlink" | "zephyr" | "xray" | "qase" | "testpad" | "table";
                name?: string;
                platforms?: string[];
                ref_prefix?: string;
                keep_fields?: "true" | "false";
                columns?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/yaml": string;
                "application/json": components["schemas"]["RunbookFile"];
                "text/csv": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress-name_taken-not_empty"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportRunbook: {
        parameters: {
            query?: {
                format?: "yaml" | "json" | "csv";
                cycle?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                    "application/json": components["schemas"]["ExportedRunbook"];
                    "text/csv": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listSections: {
        parameters: {
            query: {
                app: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"][];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createSection: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSection"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    copySections: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopySections"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"][];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listArchivedSections: {
        parameters: {
            query: {
                app: string;
                limit?: number;
                cursor?: string;
                section?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ArchivedSection"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    restoreSection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getSection: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deleteSection: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_empty"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeSection: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeSection"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Section"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listChecks: {
        parameters: {
            query: {
                app: string;
                section?: string;
                status?: "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";
                platform?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createCheck: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCheck"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-idempotency_conflict-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createChecks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateChecks"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"][];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-idempotency_conflict-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    copyChecks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CopyChecks"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"][];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check-ambiguous_section-idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    archiveChecks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArchiveChecks"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            archived: string[];
                        };
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listArchivedChecks: {
        parameters: {
            query: {
                app: string;
                limit?: number;
                cursor?: string;
                check?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ArchivedCheck"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    restoreCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RestoreCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCheck: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    archiveCheck: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeCheck: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCheck"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    setNotApplicable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotApplicable"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listResults: {
        parameters: {
            query?: {
                app?: string;
                check?: string;
                platform?: string;
                outcome?: "passed" | "failed";
                tester?: string;
                build?: string;
                cycle?: string;
                since?: string;
                until?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Result"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    recordResults: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordResult"] | components["schemas"]["RecordResults"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Result"][];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check-ambiguous_section-cycle_closed-idempotency_conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    recordReport: {
        parameters: {
            query: {
                app: string;
                platforms?: string[];
                build?: string;
                cycle?: string;
                run?: string;
                min_matched?: string;
                dry_run?: "true" | "false";
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["timeout"];
            409: components["responses"]["cycle_closed-idempotency_conflict-in_progress-too_few_matched"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    recordJunit: {
        parameters: {
            query: {
                app: string;
                platforms?: string[];
                build?: string;
                cycle?: string;
                run?: string;
                min_matched?: string;
                dry_run?: "true" | "false";
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/xml": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["timeout"];
            409: components["responses"]["cycle_closed-idempotency_conflict-in_progress-too_few_matched"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    recordCtrf: {
        parameters: {
            query: {
                app: string;
                platforms?: string[];
                build?: string;
                cycle?: string;
                run?: string;
                min_matched?: string;
                dry_run?: "true" | "false";
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    results: {
                        tests: {
                            [key: string]: unknown;
                        }[];
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestRun"];
                    };
                };
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["timeout"];
            409: components["responses"]["cycle_closed-idempotency_conflict-in_progress-too_few_matched"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Result"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    exportResults: {
        parameters: {
            query: {
                app: string;
                check?: string;
                platform?: string;
                outcome?: "passed" | "failed";
                tester?: string;
                build?: string;
                cycle?: string;
                since?: string;
                until?: string;
                format?: "csv" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_check"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listCycles: {
        parameters: {
            query?: {
                status?: "open" | "closed";
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Cycle"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startCycle: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCycle"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Cycle"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-idempotency_conflict-name_taken-too_many_cycles"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCycle: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Cycle"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeCycle: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeCycle"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Cycle"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section-cycle_closed-name_taken"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    closeCycle: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Cycle"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["cycle_closed"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listCycleChecks: {
        parameters: {
            query?: {
                section?: string;
                status?: "passed" | "failed" | "needs_retest" | "untested" | "not_applicable";
                platform?: string;
                mine?: "true" | "false";
                limit?: number;
                cursor?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Check"][];
                        next_cursor: string | null;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_cursor-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            409: components["responses"]["ambiguous_section"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCycleRunbook: {
        parameters: {
            query?: {
                since?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CycleRunbook"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    compareCycles: {
        parameters: {
            query: {
                with: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Comparison"];
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCycleReport: {
        parameters: {
            query?: {
                format?: "json" | "csv";
                percent?: number;
                max_failed?: number;
                max_open?: number;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CycleReport"];
                    };
                    "text/csv": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getBurndown: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeWebhook"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live-secret_required"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listWebhookTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookTemplate"][];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    replaceWebhookUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    setWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Secret"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewSecret"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    previewDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Preview"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-too_many_items-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WholeDelivery"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WholeDelivery"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress-not_live"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notification"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    testNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notification"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["not_live-secret_required"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resendNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                notification: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notification"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress-not_live-secret_required"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listConnections: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"][];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnection"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewConnection"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    removeConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    changeConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeConnection"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-unknown_platform"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    replaceConnectionUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Forward"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    replaceEventSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewConnection"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                forward: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Forward"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listForwards: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Forward"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateKey"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewKey"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workspace"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    startErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartErasure"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_use-not_archived"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                app?: string;
                after?: string;
                before?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_cursor-invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    deliver: {
        parameters: {
            query?: never;
            header?: {
                "X-Signature"?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NativePayload"];
                "application/x-www-form-urlencoded": string;
                "multipart/form-data": string;
                "text/plain": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        duplicate: true;
                        issue: {
                            id: string;
                            code: string;
                            url: string;
                        };
                        items?: ({
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            duplicate: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            fixed: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @enum {string} */
                            ignored: "recovery" | "event";
                        } | {
                            error: {
                                code: string;
                                message: string;
                            };
                        })[];
                    } | {
                        /** @constant */
                        fixed: true;
                        issue: {
                            id: string;
                            code: string;
                            url: string;
                        };
                        items?: ({
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            duplicate: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            fixed: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @enum {string} */
                            ignored: "recovery" | "event";
                        } | {
                            error: {
                                code: string;
                                message: string;
                            };
                        })[];
                    } | {
                        /** @enum {string} */
                        ignored: "recovery" | "event" | "empty";
                        items?: ({
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            duplicate: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            fixed: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @enum {string} */
                            ignored: "recovery" | "event";
                        } | {
                            error: {
                                code: string;
                                message: string;
                            };
                        })[];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issue: {
                            id: string;
                            code: string;
                            url: string;
                        };
                        items?: ({
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            duplicate: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @constant */
                            fixed: true;
                            issue: {
                                id: string;
                                code: string;
                                url: string;
                            };
                        } | {
                            /** @enum {string} */
                            ignored: "recovery" | "event";
                        } | {
                            error: {
                                code: string;
                                message: string;
                            };
                        })[];
                    };
                };
            };
            400: components["responses"]["invalid_json-invalid_request-missing_title-too_many_items"];
            401: components["responses"]["invalid_signature"];
            402: components["responses"]["limit_reached"];
            404: components["responses"]["not_found"];
            409: components["responses"]["in_progress-not_live"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    callAssistantTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    jsonrpc: "2.0";
                    method: string;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                    } & {
                        [key: string]: unknown;
                    };
                    "text/event-stream": string;
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["not_found"];
            413: components["responses"]["too_large"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getBadgePicture: {
        parameters: {
            query?: {
                cycle?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            404: components["responses"]["not_found"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCliFile: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
    getCatalog: {
        parameters: {
            query?: never;
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/linkset+json": {
                        linkset: ({
                            anchor: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            429: components["responses"]["rate_limited"];
            500: components["responses"]["internal"];
            503: components["responses"]["unavailable"];
        };
    };
}
