extension WrittenFlow {
    /// A service with every construct of service descriptions.
    static let service = """
        <service name="s" answer="Answer">
          <reply name="auth" challenge="Ch" parameters="Par" success="Tok">
            <output name="Ses" type="session"/><output name="Note"/><output name="Opts" type="list"/>
            <output name="Traits" type="map" prefix="t."/><output name="Wait"/>
            <output name="Key" type="secret" at="Tok/Key" required="true"/>
          </reply>
        \(["Login", "Enter"].map(login).joined())
          <operation name="Answer" reply="auth" errors="E1 E2 E4" responses="Res/In">
            <input name="Way" variant="true" required="true"/><input name="Ses" type="session"/><input name="Extra"/>
          </operation>
          <operation name="Check" errors="E1">
            <input name="User" required="true"/><input name="Extra" at="Deep/Extra"/><output name="Info"/>
            <output name="Told" type="list" encoding="csv" prefix="p:"/>
          </operation>
          <challenge name="C1">
            <parameter name="Hint"/><parameter name="Wanted" type="list" encoding="csv" prefix="a."/>
            <response name="Code" required="true"/><response name="Given.*" at="Res/Given/x.*"/>
            <brings challenge="C1 C3"/><brings success="true"/>
          </challenge>
          <challenge name="C2"><parameter name="Hint"/><parameter name="Packed" type="list" encoding="json"/>
            <response name="Code" at="Far/Code"/></challenge>
          <challenge name="C3"><parameter name="Other" type="map" encoding="json"/><response name="Code"/></challenge>
          <errors names="E1 E2 E3 E4"/>
        </service>
        """

    private static func login(_ name: String) -> String {
        """
          <operation name="\(name)" reply="auth" errors="E1 E2 E3">
            <input name="Way" variant="true" required="true"/><input name="Extra"/><input name="Ses" type="session"/>
            <input name="Many" type="list" at="Deep/Many"/><input name="Map" type="map"/>
            <variant name="P"><input name="User" required="true"/><input name="Pass" type="secret" required="true"/></variant>
            <variant name="Q"><input name="User" required="true" at="Deep/User"/><brings challenge="C1 C2"/></variant>
          </operation>

        """
    }
}
