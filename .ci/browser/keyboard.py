"""A person who uses the page of a flow by keyboard alone, and notes where the focus cannot be seen."""
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Whether the focus is visible: the element has an outline, and is on the screen.
VISIBLE = """
const focused = document.activeElement, style = getComputedStyle(focused), box = focused.getBoundingClientRect();
return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 && box.width > 0 && box.height > 0
    && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
"""
# More stops than any page has between two of its elements.
STOPS = 150


class Keyboard:
    """Moves with Tab, arrows and Enter, and finds parts of the current step by their texts."""

    def __init__(self, driver):
        self.driver, self.faults = driver, []

    def find(self, path, inside="//*[@id='stage']"):
        return self.driver.find_element(By.XPATH, inside + path)

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    # Keys

    def type(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, held, key):
        ActionChains(self.driver).key_down(held).send_keys(key).key_up(held).perform()

    def reach(self, *elements):
        """Presses Tab, or Shift and Tab, until one of the elements has the focus."""
        for _ in range(STOPS):
            if self.focused in elements:
                return
            if self.driver.execute_script("return Boolean(document.activeElement.compareDocumentPosition(arguments[0]) & 2)", elements[0]):
                self.chord(Keys.SHIFT, Keys.TAB)
            else:
                self.type(Keys.TAB)
            self.look()
        raise LookupError(f"Tab does not reach {elements[0].get_attribute('outerHTML')[:100]}")

    def look(self):
        if self.focused.tag_name != "body" and not self.driver.execute_script(VISIBLE):
            self.faults.append(f"the focus on {self.focused.get_attribute('outerHTML')[:100]} cannot be seen")

    # What a person does in the current step

    def open(self, text):
        """Opens a part that is folded."""
        self.reach(self.find(f"//summary[starts-with(normalize-space(), '{text}')]"))
        self.type(Keys.ENTER)

    def press(self, text):
        self.reach(self.find(f"//button[normalize-space()='{text}']"))
        self.type(Keys.ENTER)

    def enter(self):
        """Sends the form from a field."""
        self.type(Keys.ENTER)

    def choose(self, text):
        """Chooses an option of a group, into which Tab leads once."""
        wanted = self.find(f"//label[normalize-space()='{text}']/input")
        group = self.driver.find_elements(By.NAME, wanted.get_attribute("name"))
        self.reach(*group)
        while self.focused != wanted:
            self.type(Keys.ARROW_DOWN)
        self.type(Keys.SPACE)

    def fill(self, label, text):
        name = self.find(f"//label[normalize-space()='{label}']").get_attribute("for")
        self.reach(self.find(f"//*[@id='{name}']"))
        self.chord(Keys.CONTROL, "a")
        self.type(text)

    def reply(self, text):
        """Selects a reply of the service, and sends it."""
        self.select(self.find("//select[optgroup]"), text)
        self.press("Reply")

    def pick(self, label, text):
        """Selects from the list with a label."""
        name = self.find(f"//label[normalize-space()='{label}']").get_attribute("for")
        self.select(self.find(f"//*[@id='{name}']"), text)

    def select(self, choice, text):
        self.reach(choice)
        self.type(Keys.HOME)
        for _ in range(STOPS):
            if self.driver.execute_script("return arguments[0].selectedOptions[0].textContent", choice) == text:
                return
            self.type(Keys.ARROW_DOWN)
        raise LookupError(f"the list has no '{text}'")

    # The tools and the tabs

    def tool(self, name):
        self.reach(self.driver.find_element(By.ID, name))
        self.type(Keys.ENTER)

    def tab(self, name):
        """Opens a tab with arrows. Tab leads only to the open one."""
        self.reach(self.driver.find_element(By.CSS_SELECTOR, "[role=tab][aria-selected=true]"))
        for _ in range(4):
            if self.focused.get_attribute("id") == f"tab-{name}":
                return self.look()
            self.type(Keys.ARROW_RIGHT)
        raise LookupError(f"arrows do not reach the tab {name}")
