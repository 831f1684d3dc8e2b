package policy

// Words are the policy's word lists with a module's own additions.
type Words struct {
	secret, personal, health *set
}

// Extra are a module's own words, added to the built-in lists.
type Extra struct{ Secret, Personal, Health []string }

// NewWords returns the word lists with a module's additions.
func NewWords(x Extra) *Words {
	w := &Words{secret: newSet(), personal: newSet(), health: newSet()}
	w.secret.add(x.Secret)
	w.personal.add(x.Personal)
	w.health.add(x.Health)
	return w
}

// Veto returns the class by which a value's own name refuses it before anything else is asked, and the word that does.
// A name that ends in an address word (tokenURL) is an address, not a secret.
func (w *Words) Veto(n Name) (Class, string) {
	if word := w.Secret(n); word != "" {
		if addressTails.word(n.Last()) != "" {
			return Payload, n.Last()
		}
		return Secret, word
	}
	if word := w.Personal(n); word != "" {
		return Personal, word
	}
	return "", ""
}

// Secret returns the secret word that the name carries, or "". An id that carries "session" is one.
func (w *Words) Secret(n Name) string {
	if notSecret.word(n.Last()) != "" {
		return ""
	}
	if word := secretWords.find(n); word != "" {
		return word
	}
	if word := w.secret.find(n); word != "" {
		return word
	}
	if identifierTails[n.Last()] && len(n.Parts) > 1 && n.Parts[len(n.Parts)-2] == "session" {
		return "session id"
	}
	return ""
}

// SecretOwner returns the word by which the owner of a bare id (its struct, receiver or function) makes it a secret, or "".
func (w *Words) SecretOwner(n Name) string {
	for _, s := range []*set{secretWords, w.secret, sessionWords} {
		// An authorization is a permission more often than its header.
		if word := s.find(n); word != "" && word != "authorization" {
			return word
		}
	}
	return ""
}

// BareID reports whether the name is an id and nothing more: its owner's name is then part of it.
func (w *Words) BareID(n Name) bool { return len(n.Parts) == 1 && identifierTails[n.Parts[0]] }

// Personal returns the word by which the name speaks of a person, or "".
func (w *Words) Personal(n Name) string {
	if notPersonal.find(n) != "" {
		return ""
	}
	if word := personalWords.find(n); word != "" {
		return word
	}
	return w.personal.find(n)
}

// Health returns the health word that the name carries, or "".
func (w *Words) Health(n Name) string {
	if word := healthWords.find(n); word != "" {
		return word
	}
	return w.health.find(n)
}

// Finding returns the word by which even a flag of this name is a finding about a person, or "".
func (w *Words) Finding(n Name) string { return findingWords.find(n) }

// Address reports whether the name is that of an address: a URL, a path, an endpoint.
func (w *Words) Address(n Name) bool { return addressTails.word(n.Last()) != "" }

// Body reports whether the name is that of something received or sent.
func (w *Words) Body(n Name) string { return bodyWords.find(n) }

var bodyWords = newSet(`body, header, headers, payload, query, url, uri, path, endpoint, request, response, req, resp, cookie, param, params, form, sql, statement, raw, dump, file, dir, directory, content, json, xml, link, href, message body, blob`)
